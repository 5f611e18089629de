import { rosterFreshMs } from '@clutch/contract/limits.ts'
import type { House } from '../house.ts'
import type { NameSource } from '../servers/index.ts'
import { presentIn } from './count/fold.ts'
import { selectNewest } from './roster-store.ts'

/** D14: who plays on a server and since when by its own log, for servers that hide names; null where it tells nothing now. */
export function rosterSource({ database, clock }: Pick<House, 'database' | 'clock'>): NameSource {
  return async ({ id }) => {
    const newest = await selectNewest(database, id)
    if (!newest) return null
    const sinceMs = Math.max(0, clock.now().getTime() - newest.heardAt.getTime())
    if (sinceMs > rosterFreshMs) return null
    return presentIn(newest.state).map(({ name, playedMs }) => ({
      name,
      seconds: Math.floor((playedMs + sinceMs) / 1_000),
    }))
  }
}
