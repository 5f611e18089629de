import * as calls from '@clutch/contract/api/rentals/map-changes.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { officialMaps } from '@clutch/contract/rules/rentals/maps/rental-maps.ts'
import type { PortalSettingsCache } from '../../content/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { canChangeMaps, requestMapChange } from './map-changes.service.ts'
import { findMapPicture, getMapPictureAddress, readMapPicture } from './map-pictures.ts'
import { findWorkshopMaps } from './workshop.service.ts'

/** Maps and modes of practice servers: what there is, the Workshop, and the change itself. */
export function registerMapChangeRoutes(context: AppContext, app: App, content: PortalSettingsCache): void {
  const requireOn = () => content.assertFeature(({ pracc }) => pracc.enabled)
  const { config } = context
  registerCall(app, calls.listRentalMaps, async () => {
    requireOn()
    const supported = canChangeMaps(context)
    const maps = await Promise.all(
      officialMaps.map(async (name) => ({ name, picture: await getMapPictureAddress(config, name) })),
    )
    return {
      supported,
      maps: supported ? maps : [],
      modes: supported ? [...config.gameModes] : [],
      workshopSearch: config.steamApiKey !== undefined,
    }
  })
  registerCall(app, calls.searchWorkshopMaps, async ({ query }) => {
    requireOn()
    const found = await findWorkshopMaps(config, query.text)
    const maps = found.map(async (map) => ({ ...map, picture: await getMapPictureAddress(config, map.id) }))
    return { maps: await Promise.all(maps) }
  })
  registerCall(app, calls.changeRentalMap, async ({ body, signedIn }) => {
    requireOn()
    const request = { number: body.instance_id, steamId: signedIn.steamId }
    await requestMapChange(context, request, { map: body.map, mode: body.mode })
    return { success: true as const }
  })
  registerCall(app, calls.getMapPicture, async ({ params, reply }) => {
    const found = await findMapPicture(config, params.name)
    if (!found) throw new PortalError('map.not_found', 'There is no picture of this map')
    // Its address changes with the file.
    reply.header('cache-control', 'public, max-age=86400').type(found.type)
    return reply.send(await readMapPicture(found))
  })
}
