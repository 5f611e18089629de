import { listTeammates } from '@clutch/contract/api/rentals/teammates.ts'
import type { PortalSettingsCache } from '../../content/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { getTeammates } from './teammates.service.ts'

/** The past teammates of an owner (G16). */
export function registerTeammateRoutes(context: AppContext, app: App, content: PortalSettingsCache): void {
  registerCall(app, listTeammates, async ({ params, signedIn }) => {
    content.assertFeature(({ pracc }) => pracc.enabled)
    return { teammates: await getTeammates(context, params.id, signedIn.steamId) }
  })
}
