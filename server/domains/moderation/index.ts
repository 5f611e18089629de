import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import { registerSanctionRoutes } from './sanctions/sanctions.routes.ts'

/** The moderation domain on the web side: bans, mutes and gags. */
export function registerModeration(context: AppContext, app: App): void {
  registerSanctionRoutes(context, app)
}
