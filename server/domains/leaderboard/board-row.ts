import type { BoardRow } from '@clutch/contract/api/leaderboard.ts'
import { type BoardCounts, statistics } from '@clutch/contract/rules/statistics.ts'
import type { GrantedGroup } from '@clutch/contract/rules/groups.ts'
import type { NamedRow } from './page-store.ts'

/** What is known of players besides what they did, by SteamID. */
export interface Known {
  groups: ReadonlyMap<string, GrantedGroup[]>
  avatars: ReadonlyMap<string, string>
}

/** A stored row as everybody reads it (document 2 §3): nothing is below 0, playtime is in minutes. */
export function toBoardRow(row: NamedRow, rank: number | null, { groups, avatars }: Known): BoardRow {
  return {
    steamid: row.steam_id,
    nickname: row.name || row.steam_id,
    avatar_url: avatars.get(row.steam_id) ?? null,
    usergroup: groups.get(row.steam_id) ?? [],
    rank,
    ...boardCountsOf(row),
  }
}

/** The counts as the API shows them: playtime in minutes, nothing below 0. */
function boardCountsOf(row: NamedRow): BoardCounts {
  return Object.fromEntries(
    statistics.map(({ column, wire }) => [
      wire,
      column === 'playtime_ms' ? minutesOf(row[column]) : shown(row[column]),
    ]),
  ) as BoardCounts
}

/** What is taken back after a reset took the rest shows as nothing. */
export function shown(count: number): number {
  return Math.max(0, count)
}

/** Minutes of ms, to two decimals. */
export function minutesOf(ms: string | number): number {
  return Math.round(shown(Number(ms)) / 600) / 100
}
