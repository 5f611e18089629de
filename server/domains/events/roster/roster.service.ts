import { rosterMaxAgeMs } from '@clutch/contract/limits.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { NameSource } from '../../servers/index.ts'
import { type LogScore, type RosterPlayer, listRoster } from '../counting/count-batch.ts'
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

/** What the log of a server says of now. */
export interface LogReport {
  players: readonly RosterPlayer[]
  map: string
  /** The rounds of each side; null where the log reports no match on this map. */
  score: LogScore | null
}

/** Returns what some rentals' own logs say of who plays and how it stands; a rental whose log is not current is left out. */
export async function listLogReports(
  queries: Queries,
  rentalIds: readonly string[],
  now: Date,
): Promise<Map<string, LogReport>> {
  const states = await selectNewestStates(queries, rentalIds, new Date(now.getTime() - rosterMaxAgeMs))
  return new Map(
    states.map(({ reporter, state }) => {
      const { map, score = null } = state
      return [reporter, { players: listRoster(state), map, score }]
    }),
  )
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
  const players = await listPresentPlayers(queries, serverId, now)
  return players?.some((player) => player.steamId === steamId) ?? false
}

/** Who is on a server now by its own log; null where that is not current. */
export async function listPresentPlayers(
  queries: Queries,
  serverId: string,
  now: Date,
): Promise<RosterPlayer[] | null> {
  const newest = await selectNewestState(queries, serverId)
  if (!newest || elapsedMs(newest.heardAt, now) > rosterMaxAgeMs) return null
  return listRoster(newest.state)
}

function elapsedMs(heardAt: Date, now: Date): number {
  return Math.max(0, now.getTime() - heardAt.getTime())
}
