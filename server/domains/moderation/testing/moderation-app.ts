import { registerAccounts } from '../../accounts/index.ts'
import { registerContent } from '../../content/index.ts'
import { createRosterSource, registerEvents } from '../../events/index.ts'
import { registerLeaderboard } from '../../leaderboard/index.ts'
import { registerServers } from '../../servers/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { createTestApp } from '../../../testing/http.ts'
import { flagCases, registerModeration } from '../index.ts'

/** The web side of moderation with the servers, events and accounts that it is about; the caller closes it. */
export async function createModerationApp(context: AppContext): Promise<App> {
  const app = await createTestApp(context)
  const content = await registerContent(context, app)
  await registerServers(context, app, content, [createRosterSource(context)])
  await registerEvents(context, app)
  registerLeaderboard(context, app, flagCases)
  registerAccounts(context, app)
  registerModeration(context, app, content)
  return app
}
