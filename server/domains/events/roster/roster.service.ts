import { rosterMaxAgeMs } from '@clutch/contract/limits.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { NameSource } from '../../servers/index.ts'
import { type RosterPlayer, listRoster } from '../counting/count-batch.ts'
import { selectNewestState, selectNewestStates } from './roster.store.ts'

/**
 * D14: returns who plays on a server and since when, from its own log, for servers that hide names; null
 * where the log is not current.
 */
export function createRosterSource({ database, clock }: Pick<AppContext, 'database' | 'clock'>): NameSource {
  return async ({ id }) => {
    const newest = await selectNewestState(database, id)
    if (!newest) return null
    const sinceMs = elapsedMs(newest.heardAt, clock.now())
    if (sinceMs > rosterMaxAgeMs) return null
    return listRoster(newest.state).map(({ name, steamId, playedMs }) => ({
      name,
      steamId,
      seconds: Math.floor((playedMs + sinceMs) / 1_000),
    }))
  }
}

/** Returns who plays on some rentals by their own logs; a rental whose log is not current is left out. */
export async function listRosters(
  queries: Queries,
  rentalIds: readonly string[],
  now: Date,
): Promise<Map<string, RosterPlayer[]>> {
  const states = await selectNewestStates(queries, rentalIds, new Date(now.getTime() - rosterMaxAgeMs))
  return new Map(states.map(({ reporter, state }) => [reporter, listRoster(state)]))
}

/**
 * C10: returns whether a player is on a server now, from its own events; false where they are not current.
 */
export async function isPresent(
  queries: Queries,
  serverId: string,
  steamId: string,
  now: Date,
): Promise<boolean> {
  const newest = await selectNewestState(queries, serverId)
  if (!newest || elapsedMs(newest.heardAt, now) > rosterMaxAgeMs) return false
  return listRoster(newest.state).some((player) => player.steamId === steamId)
}

function elapsedMs(heardAt: Date, now: Date): number {
  return Math.max(0, now.getTime() - heardAt.getTime())
}
