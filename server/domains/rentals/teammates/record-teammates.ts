import type { CountedBatch, Subscriber } from '../../events/index.ts'
import { type TeammateSighting, saveSightings } from './teammates.store.ts'

const playerNameMaxLength = 128

/** G16: remembers who plays on rented servers by their own events, in the transaction that marks these as counted. */
export const recordTeammates: Subscriber = async (tx, batches) => {
  const seen = collectSightings(batches)
  if (seen.length > 0) await saveSightings(tx, seen)
}

/** Everybody a lease's batches name, each once, as the latest of these does. */
function collectSightings(batches: readonly CountedBatch[]): TeammateSighting[] {
  const seen = new Map<string, TeammateSighting>()
  for (const { leaseId, players, receivedAt: at } of batches) {
    if (leaseId === null) continue
    for (const { steamId, name } of players) {
      const key = `${leaseId} ${steamId}`
      const known = seen.get(key)
      if (known && known.at > at) continue
      seen.set(key, { leaseId, steamId, name: name.replaceAll('\0', '').slice(0, playerNameMaxLength), at })
    }
  }
  return [...seen.values()]
}
