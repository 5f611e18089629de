import { randomUUIDv7 } from 'node:crypto'
import { PortalError } from '@clutch/contract/errors.ts'
import { type RentalMode, isWorkshopMap } from '@clutch/contract/rules/rentals/maps/rental-maps.ts'
import type { AppContext } from '../../../platform/context.ts'
import { FetchFailed } from '../../../platform/network/fetch-with-limits.ts'
import { type RentalRequest, performRentalAction } from '../own-rentals/rental-actions.service.ts'
import { readMode } from '../rental-status.ts'
import { updateRentalAndNotify } from '../rentals.store.ts'
import * as store from './map-changes.store.ts'
import { fetchWorkshopMap } from './workshop.service.ts'

/** The game whose map and mode can be set. */
export function canChangeMaps({ config }: Pick<AppContext, 'config'>): boolean {
  return config.gameProtocol === 'valve'
}

/**
 * Has the reconciler set a server to a map and a mode, for its owner or one of its admins. The change that is already under way is
 * no second one; another one is refused with `rental.changing_map`. Throws `mode.not_offered`, and `map.not_found` for a number that
 * Steam does not know; where Steam does not answer, the game itself finds out.
 */
export async function requestMapChange(
  context: AppContext,
  request: RentalRequest,
  { map, mode }: { map: string; mode: RentalMode },
): Promise<void> {
  const { config, clock } = context
  if (!canChangeMaps(context) || !config.gameModes.includes(mode))
    throw new PortalError('mode.not_offered', 'This mode is not offered')
  const title = isWorkshopMap(map) ? await getWorkshopTitle(context, map) : null
  await performRentalAction(context, request, 'map', async (tx, rental) => {
    const open = await store.selectOpenMapChange(tx, rental.id)
    if (open?.map === map && open.mode === mode) return
    if (open) throw new PortalError('rental.changing_map', 'This server is changing its map')
    const now = clock.now()
    await store.insertMapChange(tx, {
      id: randomUUIDv7(),
      rentalId: rental.id,
      map,
      title,
      mode,
      fromMode: readMode(rental),
      askedBy: request.steamId,
      askedAt: now,
    })
    if (title !== null) await store.saveWorkshopMap(tx, { id: map, title }, now)
    const isOther = mode !== rental.mode
    await updateRentalAndNotify(tx, rental.id, isOther ? { mode, rev: rental.rev + 1 } : {}, now)
  })
}

/** The title of a Workshop map, as it was found before or as Steam has it; null where Steam does not answer. */
async function getWorkshopTitle({ config, database, log }: AppContext, id: string): Promise<string | null> {
  const known = await store.selectWorkshopMap(database, id)
  if (known?.title) return known.title
  try {
    const found = await fetchWorkshopMap(config, id)
    if (found) return found.title
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error
    log.info({ err: error, id }, 'the title of a Workshop map is unknown')
    return null
  }
  throw new PortalError('map.not_found', 'There is no such map in the Workshop')
}
