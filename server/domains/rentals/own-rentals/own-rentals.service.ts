import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import type { AppContext } from '../../../platform/context.ts'
import { loadRentalRelations, toRentalView } from './rental-view.service.ts'
import { selectRentalsForPlayer } from './rental-view.store.ts'

/**
 * G3: returns the servers that a player owns or is an admin of, running ones first, newest first. By
 * SteamID64.
 */
export async function listOwnRentals(
  context: Pick<AppContext, 'database' | 'keys' | 'clock'>,
  steamId: string,
): Promise<{ servers: RentalView[]; rentalIds: string[] }> {
  const rentals = await selectRentalsForPlayer(context.database, steamId)
  const related = await loadRentalRelations(context, rentals)
  const servers = related.map((one) => toRentalView(context, one, one.rental.owner === steamId))
  return {
    servers: [
      ...servers.filter(({ isExpired }) => !isExpired),
      ...servers.filter(({ isExpired }) => isExpired),
    ],
    rentalIds: rentals.map(({ id }) => id),
  }
}
