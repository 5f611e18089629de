import { offlineAfterMisses } from '@clutch/contract/limits.ts'
import { mapName } from '@clutch/contract/rules/servers/map-name.ts'
import type { QueryResult } from '../query/query-driver.ts'

/** The known status of a server; `map` and `max` of an offline one are its last values. */
export interface ServerStatus {
  state: 'online' | 'offline'
  map: string
  players: number
  max: number
  bots: number
  locked: boolean
  /** As it last reported; null for another game than Counter-Strike 2. */
  gameVersion: string | null
}

/** D18: a server is online by its answer only. */
export function statusAfterAnswer(answer: QueryResult): ServerStatus {
  const { map, players, max, bots, locked, gameVersion } = answer
  return { state: 'online', map, players, max, bots, locked, gameVersion }
}

/**
 * D18: after this many unanswered polls in a row a server is offline; until then its status stays. Null is a
 * server never seen.
 */
export function statusAfterMiss(status: ServerStatus | null, misses: number): ServerStatus | null {
  if (misses < offlineAfterMisses) return status
  return {
    map: '',
    max: 0,
    locked: false,
    gameVersion: null,
    ...status,
    state: 'offline',
    players: 0,
    bots: 0,
  }
}

/** Whether the list would look different. */
export function isStatusChanged(a: ServerStatus | null, b: ServerStatus | null): boolean {
  return JSON.stringify(a) !== JSON.stringify(b)
}

/** The status in a row that may have none. */
export function readStatus(row: {
  state: string | null
  map: string | null
  players: number | null
  max: number | null
  bots: number | null
  locked: boolean | null
  game_version: string | null
}): ServerStatus | null {
  if (row.state === null) return null
  return {
    state: row.state === 'online' ? 'online' : 'offline',
    map: mapName(row.map ?? ''),
    players: row.players ?? 0,
    max: row.max ?? 0,
    bots: row.bots ?? 0,
    locked: row.locked ?? false,
    gameVersion: row.game_version,
  }
}
