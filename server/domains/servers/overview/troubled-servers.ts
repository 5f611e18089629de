import { isGameOutdated } from '@clutch/contract/rules/servers/game-version.ts'
import { displayName } from '@clutch/contract/rules/servers/list/server-filter.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { selectServerSummaries } from './overview.store.ts'
import * as store from './troubled-servers.store.ts'

/** A registered server that should answer. */
export interface WatchedServer {
  id: string
  name: string
  /** `ip:port`. */
  address: string
  isOnline: boolean
  /** Since when it has not answered; null of one that does. */
  downSince: Date | null
}

/** The registered servers that were asked, without those that are hidden or under maintenance. */
export async function listWatchedServers(queries: Queries): Promise<WatchedServer[]> {
  return (await store.selectWatchedServers(queries)).map(
    ({ id, ip, port, name, name_display, state, offline_since }) => ({
      id,
      name: displayName({ name, name_display }),
      address: `${ip}:${port}`,
      isOnline: state === 'online',
      downSince: state === 'offline' ? offline_since : null,
    }),
  )
}

/** How many of them run an older version of the game than Steam requires, and that version as Steam counts; null where it is unknown. */
export async function countOutdatedServers(
  queries: Queries,
): Promise<{ count: number; required: number } | null> {
  const rows = await store.selectWatchedServers(queries)
  const required = rows[0]?.required_version ?? null
  if (required === null) return null
  return {
    count: rows.filter(({ game_version: version }) => isGameOutdated(version, required)).length,
    required,
  }
}

/** The servers of the public list with what is played on each, in the order that players see. */
export async function listLiveServers(
  queries: Queries,
): Promise<
  { name: string; address: string; isOnline: boolean; map: string; players: number; max: number }[]
> {
  const rows = await selectServerSummaries(queries)
  return rows
    .filter(({ hidden }) => !hidden)
    .map(({ name, name_display, ip, port, state, map, players, max, players_max }) => ({
      name: displayName({ name, name_display }),
      address: `${ip}:${port}`,
      isOnline: state === 'online',
      map: map ?? '',
      players: players ?? 0,
      max: players_max ?? max ?? 0,
    }))
}
