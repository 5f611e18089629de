import * as calls from '@clutch/contract/api/rentals/saved-grenades.ts'
import type { PortalSettingsCache } from '../../content/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import * as grenades from './grenades.service.ts'

/** The saved grenades of a server: seen by its owner and its admins, changed by its owner. */
export function registerGrenadeRoutes(context: AppContext, app: App, content: PortalSettingsCache): void {
  const requireOn = () => content.assertFeature(({ pracc }) => pracc.enabled)
  registerCall(app, calls.listGrenades, async ({ params, signedIn }) => {
    requireOn()
    return grenades.listSavedGrenades(context, { number: params.id, steamId: signedIn.steamId })
  })
  registerCall(app, calls.getGrenadesVersion, async ({ params, signedIn }) => {
    requireOn()
    const request = { number: params.id, steamId: signedIn.steamId }
    return { content: await grenades.readGrenadesVersion(context, request, params.version) }
  })
  registerCall(app, calls.restoreGrenadesVersion, async ({ body, signedIn }) => {
    requireOn()
    const request = { number: body.instance_id, steamId: signedIn.steamId }
    await grenades.restoreGrenades(context, request, body.version)
    return { success: true as const }
  })
  registerCall(app, calls.uploadGrenades, async ({ body, signedIn }) => {
    requireOn()
    const request = { number: body.instance_id, steamId: signedIn.steamId }
    return { success: true as const, added: await grenades.addGrenades(context, request, body.grenades) }
  })
}
