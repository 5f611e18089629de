import { teammatesMax } from '@clutch/contract/limits.ts'
import { getPlayerNames } from '../../accounts/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { findOwnedRental } from '../rental-access.service.ts'
import { selectTeammates } from './teammates.store.ts'

/**
 * G16: who was seen on any server of a lease's owner, the latest first; throws `lease.not_found`, or `lease.owner_only` for one
 * of its admins.
 */
export async function getTeammates(
  context: Pick<AppContext, 'database'>,
  number: string,
  steamId: string,
): Promise<{ steamid: string; name: string }[]> {
  const { owner } = await findOwnedRental(context, number, steamId)
  const seen = await selectTeammates(context.database, owner, teammatesMax)
  const names = await getPlayerNames(
    context.database,
    seen.map(({ steamid }) => steamid),
  )
  // The rented server is the only one that told of a player who is nowhere else known.
  return seen.map(({ steamid, name }) => ({ steamid, name: names.get(steamid) ?? name }))
}
