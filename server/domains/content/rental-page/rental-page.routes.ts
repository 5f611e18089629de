import { getRentalPage } from '@clutch/contract/api/rentals/rental-page.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { PortalSettingsCache } from '../portal-settings/portal-settings-cache.ts'
import { getRentalTexts } from './rental-texts.ts'

/** Registers the call of the texts about practice servers (G2). */
export function registerRentalPageRoutes(app: App, holder: PortalSettingsCache): void {
  registerCall(app, getRentalPage, ({ query, reply }) => {
    reply.header('cache-control', 'no-cache')
    return getRentalTexts(holder.settings.practice, query.language)
  })
}
