import { registerAccounts } from '../../accounts/index.ts'
import { createEventsApp } from '../../events/testing/events-app.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerModeration } from '../index.ts'

/** The web side of moderation with the servers, events and accounts that it is about; the caller closes it. */
export async function createModerationApp(context: AppContext): Promise<App> {
  const app = await createEventsApp(context)
  registerAccounts(context, app)
  registerModeration(context, app)
  return app
}
