import { counterColumns } from '@clutch/contract/rules/leaderboard/statistics.ts'
import { sql } from 'kysely'
import { type Queries, prepared } from '../../../platform/database/index.ts'
import type { StoredCountsRow } from '../boards/board-pages.store.ts'
import { unfiltered } from '../boards/group-filters.ts'

const counters = sql.raw(counterColumns.map((column) => `r.${column}`).join(', '))
const hasCounts = sql.raw(counterColumns.map((column) => `r.${column} > 0`).join(' or '))

export interface PlayerBoardRow extends StoredCountsRow {
  board_id: number
  /** Among all players; null for a player in no order. */
  rank: string | null
}

/**
 * I8: a player's rows on boards, each with its rank: the players of the blocks before, of the ranges before in
 * its block, and of the places before in its range.
 */
export async function selectPlayerBoardRows(
  queries: Queries,
  boardIds: readonly number[],
  steamId: string,
): Promise<PlayerBoardRow[]> {
  if (boardIds.length === 0) return []
  const { rows } = await sql<PlayerBoardRow>`${prepared}
    select r.board_id, r.steam_id, ${counters}, 1 + block.before + range.before + inside.before as rank
      from board_rows r
      left join standings s on s.board_id = r.board_id and s.filter = ${unfiltered}
        and s.minus_kills = -greatest(0, r.kills) and s.deaths = greatest(0, r.deaths) and s.steam_id = r.steam_id
      left join lateral (
        select b.minus_kills, b.deaths, b.steam_id,
            (select coalesce(sum(f.players), 0) from standing_blocks f
              where f.board_id = b.board_id and f.filter = b.filter
                and (f.minus_kills, f.deaths, f.steam_id) < (b.minus_kills, b.deaths, b.steam_id)) as before
          from standing_blocks b
          where b.board_id = s.board_id and b.filter = s.filter
            and (b.minus_kills, b.deaths, b.steam_id) <= (s.minus_kills, s.deaths, s.steam_id)
          order by b.minus_kills desc, b.deaths desc, b.steam_id desc limit 1) block on true
      left join lateral (
        select g.minus_kills, g.deaths, g.steam_id,
            (select coalesce(sum(f.players), 0) from standing_ranges f
              where f.board_id = g.board_id and f.filter = g.filter
                and (f.minus_kills, f.deaths, f.steam_id) >= (block.minus_kills, block.deaths, block.steam_id)
                and (f.minus_kills, f.deaths, f.steam_id) < (g.minus_kills, g.deaths, g.steam_id)) as before
          from standing_ranges g
          where g.board_id = s.board_id and g.filter = s.filter
            and (g.minus_kills, g.deaths, g.steam_id) <= (s.minus_kills, s.deaths, s.steam_id)
          order by g.minus_kills desc, g.deaths desc, g.steam_id desc limit 1) range on true
      left join lateral (
        select count(*) as before from standings i
          where i.board_id = s.board_id and i.filter = s.filter
            and (i.minus_kills, i.deaths, i.steam_id) >= (range.minus_kills, range.deaths, range.steam_id)
            and (i.minus_kills, i.deaths, i.steam_id) < (s.minus_kills, s.deaths, s.steam_id)) inside on true
      where r.steam_id = ${steamId} and r.board_id in (${sql.join(boardIds)}) and (${hasCounts})`.execute(
    queries,
  )
  return rows
}
