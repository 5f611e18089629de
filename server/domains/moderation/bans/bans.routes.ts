import { listBans } from '@clutch/contract/api/moderation/bans.ts'
import type { PortalSettingsCache } from '../../content/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import { listPublicBans } from './bans.service.ts'

/** The public list of bans, which operators switch on (A10). */
export function registerBanRoutes(context: AppContext, app: App, content: PortalSettingsCache): void {
  registerCall(app, listBans, ({ query }) => {
    content.assertFeature(({ bans }) => bans.enabled)
    return listPublicBans(context, query)
  })
}
