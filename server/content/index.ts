import type { House } from '../house.ts'
import type { App } from '../http/app.ts'
import { seedCommands } from './commands.ts'
import { registerFaqRoutes } from './faqs-routes.ts'
import { PortalSettingsCache } from './portal.ts'
import { registerRentalPageRoutes } from './practice-routes.ts'
import { registerPortalSettingsRoutes } from './routes.ts'

export { PortalSettingsCache } from './portal.ts'
export { readPortalSettings } from './read.ts'

/** The content domain on the web side: its calls, and the settings other domains ask. It ends with the app. */
export async function registerContent(house: House, app: App): Promise<PortalSettingsCache> {
  const holder = await PortalSettingsCache.open(house)
  app.addHook('onClose', async () => holder.close())
  // F4: the operator's own purchase page.
  app.frames.push(() => holder.settings.vip.subscribeUrl)
  registerPortalSettingsRoutes(house, app, holder)
  registerFaqRoutes(house, app)
  await seedCommands(house)
  registerRentalPageRoutes(house, app, holder)
  return holder
}
