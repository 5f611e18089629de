import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { type RentalRow, selectRentalByNumber } from './rentals.store.ts'

export interface FoundRental {
  rental: RentalRow
  /** Otherwise the caller is one of its admins. */
  isOwner: boolean
}

/**
 * G3: a rental for its owner or one of its admins, by SteamID64; throws `rental.not_found`, for a stranger as for a number that
 * does not exist. `queries` is the transaction that already runs, where one does.
 */
export async function findRentalForPlayer(
  { database }: Pick<AppContext, 'database'>,
  number: string,
  steamId: string,
  queries: Queries = database,
): Promise<FoundRental> {
  const rental = await selectRentalByNumber(queries, number)
  const isOwner = rental?.owner === steamId
  if (rental && (isOwner || isRentalAdmin(rental, steamId))) return { rental, isOwner }
  throw new PortalError('rental.not_found', 'There is no such server')
}

/** The same for actions of the owner only: throws `rental.owner_only` for an admin. */
export async function findOwnedRental(
  context: Pick<AppContext, 'database'>,
  number: string,
  steamId: string,
  queries: Queries = context.database,
): Promise<RentalRow> {
  const { rental, isOwner } = await findRentalForPlayer(context, number, steamId, queries)
  if (isOwner) return rental
  throw new PortalError('rental.owner_only', 'Only owner can perform this action')
}

function isRentalAdmin({ admins }: RentalRow, steamId: string): boolean {
  if (!Array.isArray(admins)) return false
  return admins.some(
    (admin) =>
      typeof admin === 'object' && admin !== null && 'steamid' in admin && admin['steamid'] === steamId,
  )
}
