import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import { registerSanctionRoutes } from './sanctions/sanctions.routes.ts'

export { createSanctionSubscriber } from './enforcement/arrivals.ts'
export { startEnforcement } from './enforcement/enforcement.worker.ts'

/** The moderation domain on the web side: bans, mutes and gags. */
export function registerModeration(context: AppContext, app: App): void {
  registerSanctionRoutes(context, app)
}
