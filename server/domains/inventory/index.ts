import type { PortalSettingsCache } from '../content/index.ts'
import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import { SignInCheck } from './sign-in/sign-in-check.service.ts'
import { registerInventoryRoutes } from './inventory.routes.ts'
import { readInventorySite } from './inventory-site.ts'
import { openSiteUsers } from './site-users.store.ts'

export { getInventoryFailure } from './sign-in/sign-in-check.service.ts'

/** J3: registers the calls of the configured inventory site and allows it in a frame of the page. Ends with the app. */
export function registerInventory(context: AppContext, app: App, content: PortalSettingsCache): void {
  const site = readInventorySite(context.config)
  const users = openSiteUsers(context)
  app.addHook('onClose', () => users?.close())
  app.frames.push(() => (content.settings.features.inventory.enabled ? (site?.url ?? null) : null))
  registerInventoryRoutes(app, { context, content, site, users, check: new SignInCheck(context) })
}
