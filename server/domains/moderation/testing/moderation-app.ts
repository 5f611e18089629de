import { registerAccounts } from '../../accounts/index.ts'
import { PortalSettingsCache } from '../../content/index.ts'
import { createEventsApp } from '../../events/testing/events-app.ts'
import { registerLeaderboard } from '../../leaderboard/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { flagCases, registerModeration } from '../index.ts'

/** The web side of moderation with the servers, events and accounts that it is about; the caller closes it. */
export async function createModerationApp(context: AppContext): Promise<App> {
  const app = await createEventsApp(context)
  const content = await PortalSettingsCache.open(context)
  app.addHook('onClose', async () => content.close())
  registerLeaderboard(context, app, flagCases)
  registerAccounts(context, app)
  registerModeration(context, app, content)
  return app
}
