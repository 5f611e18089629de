import { demoMaxBytes, demoQuotaBytes, maxDemosPerServer } from '@clutch/contract/limits.ts'
import type { PortalSettingsCache } from '../../content/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import type { DemoLimits } from './uploads/demo-upload.service.ts'
import { registerDemoRoutes } from './demos.routes.ts'
import { startDemoCleanupWorker } from './demo-cleanup.worker.ts'
import { registerDemoUploadRoutes } from './uploads/demo-upload.routes.ts'

export { deleteDemos } from './demo-deletion.service.ts'

/** The limits of a rental's demos, uploaded or collected. */
export const defaultDemoLimits: DemoLimits = {
  maxBytes: demoMaxBytes,
  quotaBytes: demoQuotaBytes,
  maxCount: maxDemosPerServer,
}

/** The demos of rented servers on the web side (G17): uploads, lists, links, files. To be called before the page is served; it ends with the app. */
export async function registerDemos(
  context: AppContext,
  app: App,
  content: PortalSettingsCache,
  limits: DemoLimits = defaultDemoLimits,
): Promise<void> {
  await registerDemoUploadRoutes(context, app, limits)
  registerDemoRoutes(context, app, content, limits)
  const cleanup = startDemoCleanupWorker(context)
  app.addHook('onClose', () => cleanup.stop())
}
