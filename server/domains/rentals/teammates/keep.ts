import type { CountedBatch, Subscriber } from '../../events/index.ts'
import { type Sighting, saveSightings } from './teammates-store.ts'

const nameMax = 128

/** G16: remembers who plays on rented servers by their own events, in the transaction that marks these as counted. */
export const keepTeammates: Subscriber = async (tx, batches) => {
  const seen = sightingsIn(batches)
  if (seen.length > 0) await saveSightings(tx, seen)
}

/** Everybody a lease's batches name, each once, as the latest of these does. */
function sightingsIn(batches: readonly CountedBatch[]): Sighting[] {
  const seen = new Map<string, Sighting>()
  for (const { leaseId, players, receivedAt: at } of batches) {
    if (leaseId === null) continue
    for (const { steamId, name } of players) {
      const key = `${leaseId} ${steamId}`
      const known = seen.get(key)
      if (known && known.at > at) continue
      seen.set(key, { leaseId, steamId, name: name.replaceAll('\0', '').slice(0, nameMax), at })
    }
  }
  return [...seen.values()]
}
