import { listBans } from '@clutch/contract/api/moderation/bans.ts'
import { consumeAddressRateLimit } from '../../accounts/index.ts'
import type { PortalSettingsCache } from '../../content/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import { listPublicBans } from './bans.service.ts'

/** The public list of bans, which operators switch on (A10). */
export function registerBanRoutes(context: AppContext, app: App, content: PortalSettingsCache): void {
  registerCall(app, listBans, async ({ query, request }) => {
    content.assertFeature(({ bans }) => bans.enabled)
    if (query.find) await consumeAddressRateLimit(context, 'bans search address', request.ip)
    return listPublicBans(context, query)
  })
}
