import type { PortalSettingsCache } from '../content/index.ts'
import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import { SignInCheck } from './check.ts'
import { answerInventory } from './routes.ts'
import { siteOf } from './site.ts'
import { openUsers } from './users-store.ts'

export { inventoryFault } from './check.ts'

/** J3: the inventory site that the settings name, beside the page: its calls, and its place in a frame. It ends with the app. */
export function registerInventory(context: AppContext, app: App, content: PortalSettingsCache): void {
  const site = siteOf(context.config)
  const users = openUsers(context)
  app.addHook('onClose', () => users?.close())
  app.frames.push(() => (content.settings.features.inventory.enabled ? (site?.url ?? null) : null))
  answerInventory(app, { context, content, site, users, check: new SignInCheck(context) })
}
