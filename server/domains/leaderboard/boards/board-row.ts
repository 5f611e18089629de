import type { BoardRow } from '@clutch/contract/api/leaderboard/boards.ts'
import { type BoardCounts, statistics } from '@clutch/contract/rules/leaderboard/statistics.ts'
import type { GrantedGroup } from '@clutch/contract/rules/accounts/groups.ts'
import type { NamedBoardRow } from './board-pages.store.ts'

/** Player data apart from their counts, by SteamID. */
export interface PlayerProfiles {
  groups: ReadonlyMap<string, GrantedGroup[]>
  avatars: ReadonlyMap<string, string>
}

/** Returns a stored row in its public form (document 2 §3): no count is below 0, playtime is in minutes. */
export function toBoardRow(
  row: NamedBoardRow,
  rank: number | null,
  { groups, avatars }: PlayerProfiles,
): BoardRow {
  return {
    steamid: row.steam_id,
    nickname: row.name || row.steam_id,
    avatar_url: avatars.get(row.steam_id) ?? null,
    usergroup: groups.get(row.steam_id) ?? [],
    rank,
    ...toBoardCounts(row),
  }
}

/** The counts as the API shows them: playtime in minutes, nothing below 0. */
function toBoardCounts(row: NamedBoardRow): BoardCounts {
  return Object.fromEntries(
    statistics.map(({ column, wire }) => [
      wire,
      column === 'playtime_ms' ? toMinutes(row[column]) : clampCount(row[column]),
    ]),
  ) as BoardCounts
}

/** Returns 0 for a count that is negative after a reset. */
export function clampCount(count: number): number {
  return Math.max(0, count)
}

/** Minutes of ms, to two decimals. */
export function toMinutes(ms: string | number): number {
  return Math.round(clampCount(Number(ms)) / 600) / 100
}
