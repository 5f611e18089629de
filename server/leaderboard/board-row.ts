import type { BoardRow } from '@clutch/contract/api/leaderboard.ts'
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
    kills: shown(row.kills),
    deaths: shown(row.deaths),
    headshots: shown(row.headshots),
    playtime: minutesOf(row.playtime_ms),
    rifle_kills: shown(row.rifle_kills),
    awp_kills: shown(row.awp_kills),
    pistol_kills: shown(row.pistol_kills),
    clutches: shown(row.clutches),
    clutchwins: shown(row.clutch_wins),
    wins: shown(row.wins),
    loses: shown(row.losses),
  }
}

/** What is taken back after a reset took the rest shows as nothing. */
export function shown(count: number): number {
  return Math.max(0, count)
}

/** Minutes of ms, to two decimals. */
export function minutesOf(ms: string | number): number {
  return Math.round(shown(Number(ms)) / 600) / 100
}
