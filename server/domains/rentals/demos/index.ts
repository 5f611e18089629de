import { demoMaxBytes, demoQuotaBytes, demosMax } from '@clutch/contract/limits.ts'
import type { PortalSettingsCache } from '../../content/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import type { DemoLimits } from './receive.ts'
import { answerDownloads } from './routes.ts'
import { startSweep } from './sweep.ts'
import { answerUploads } from './upload.ts'

export { deleteDemos } from './remove.ts'

const usual: DemoLimits = { maxBytes: demoMaxBytes, quotaBytes: demoQuotaBytes, maxCount: demosMax }

/** The demos of rented servers on the web side (G17): uploads, lists, links, files. To be called before the page is served; it ends with the app. */
export async function answerDemos(
  context: AppContext,
  app: App,
  content: PortalSettingsCache,
  limits: DemoLimits = usual,
): Promise<void> {
  await answerUploads(context, app, limits)
  answerDownloads(context, app, content, limits)
  const stop = startSweep(context)
  app.addHook('onClose', async () => stop())
}
