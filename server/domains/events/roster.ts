import { rosterMaxAgeMs } from '@clutch/contract/limits.ts'
import type { Queries } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/context.ts'
import type { NameSource } from '../servers/index.ts'
import { presentIn } from './count/fold.ts'
import { selectNewest } from './roster-store.ts'

/** D14: who plays on a server and since when by its own log, for servers that hide names; null where it tells nothing now. */
export function rosterSource({ database, clock }: Pick<AppContext, 'database' | 'clock'>): NameSource {
  return async ({ id }) => {
    const newest = await selectNewest(database, id)
    if (!newest) return null
    const sinceMs = silentMs(newest.heardAt, clock.now())
    if (sinceMs > rosterMaxAgeMs) return null
    return presentIn(newest.state).map(({ name, steamId, playedMs }) => ({
      name,
      steamId,
      seconds: Math.floor((playedMs + sinceMs) / 1_000),
    }))
  }
}

/** C10: whether a player is on a server now by its own events; false where it tells nothing now. */
export async function isPresent(
  queries: Queries,
  serverId: string,
  steamId: string,
  now: Date,
): Promise<boolean> {
  const newest = await selectNewest(queries, serverId)
  if (!newest || silentMs(newest.heardAt, now) > rosterMaxAgeMs) return false
  return presentIn(newest.state).some((player) => player.steamId === steamId)
}

function silentMs(heardAt: Date, now: Date): number {
  return Math.max(0, now.getTime() - heardAt.getTime())
}
