import { teammateRetentionMs, maxTeammates } from '@clutch/contract/limits.ts'
import { getPlayerNames } from '../../accounts/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { findOwnedRental } from '../rental-access.service.ts'
import {
  type TeammateSighting,
  deleteOldSightings,
  saveSightings,
  selectTeammates,
} from './teammates.store.ts'
import type { CountedBatch, CountsSubscriber } from '../../events/index.ts'

const playerNameMaxLength = 128

/** G16: remembers who plays on rented servers by their own events, in the transaction that marks these as counted. */
export const recordTeammates: CountsSubscriber = async (tx, batches) => {
  const sightings = collectSightings(batches)
  if (sightings.length > 0) await saveSightings(tx, sightings)
}

/** Returns every player named by a rental's batches, once, as in the latest of them. */
function collectSightings(batches: readonly CountedBatch[]): TeammateSighting[] {
  const sightings = new Map<string, TeammateSighting>()
  for (const { rentalId, players, receivedAt: at } of batches) {
    if (rentalId === null) continue
    for (const { steamId, name } of players) {
      const key = `${rentalId} ${steamId}`
      const known = sightings.get(key)
      if (known && known.at > at) continue
      sightings.set(key, {
        rentalId,
        steamId,
        name: name.replaceAll('\0', '').slice(0, playerNameMaxLength),
        at,
      })
    }
  }
  return [...sightings.values()]
}

/**
 * G16: who was seen on any server of a rental's owner, the latest first; throws `rental.not_found`, or `rental.owner_only` for one
 * of its admins.
 */
export async function getTeammates(
  context: Pick<AppContext, 'database'>,
  number: string,
  steamId: string,
): Promise<{ steamid: string; name: string }[]> {
  const { owner } = await findOwnedRental(context, number, steamId)
  const teammates = await selectTeammates(context.database, owner, maxTeammates)
  const names = await getPlayerNames(
    context.database,
    teammates.map(({ steamid }) => steamid),
  )
  // For a player known nowhere else, the rented server is the only source of a name.
  return teammates.map(({ steamid, name }) => ({ steamid, name: names.get(steamid) ?? name }))
}

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'jobs'>

/** G16: nightly, deletes teammates that were not seen for a year. */
export function startTeammateCleanupWorker({ database, clock, jobs }: Dependencies): Promise<void> {
  return jobs.work('teammate-sweep', () =>
    deleteOldSightings(database, new Date(clock.now().getTime() - teammateRetentionMs)),
  )
}
