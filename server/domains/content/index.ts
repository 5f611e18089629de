import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import { registerAnnouncementRoutes } from './announcements/announcements.routes.ts'
import { registerChatCommandRoutes } from './chat-commands/chat-commands.routes.ts'
import { seedCommands } from './chat-commands/chat-commands.service.ts'
import { registerFaqRoutes } from './faqs/faqs.routes.ts'
import { PortalSettingsCache } from './portal-settings/portal-settings-cache.ts'
import { registerRentalPageRoutes } from './rental-page/rental-page.routes.ts'
import { registerPortalSettingsRoutes } from './portal-settings/portal-settings.routes.ts'

export { PortalSettingsCache } from './portal-settings/portal-settings-cache.ts'
export { readPortalSettings } from './portal-settings/portal-settings.service.ts'

/** The content domain on the web side: its calls, and the settings other domains ask. It ends with the app. */
export async function registerContent(context: AppContext, app: App): Promise<PortalSettingsCache> {
  const holder = await PortalSettingsCache.open(context)
  app.addHook('onClose', async () => holder.close())
  // F4: the operator's own purchase page.
  app.frames.push(() => holder.settings.vip.subscribeUrl)
  registerPortalSettingsRoutes(app, holder)
  registerAnnouncementRoutes(context, app)
  registerFaqRoutes(context, app)
  await seedCommands(context)
  registerChatCommandRoutes(context, app)
  registerRentalPageRoutes(app, holder)
  return holder
}
export { sanitizeAnswer } from './faqs/faqs.service.ts'
