import { sql } from 'kysely'
import type { BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { unfiltered } from '../boards/group-filters.ts'

/** The first player of a board. */
export interface BoardLeader {
  boardId: number
  mode: BoardMode
  steamId: string
  kills: number
}

/** The first player of each board of all time. */
export async function selectLeaders(queries: Queries): Promise<BoardLeader[]> {
  const { rows } = await sql<BoardLeader>`
    select boards.id as "boardId", mode, first.steam_id as "steamId", -minus_kills as kills
      from boards cross join lateral (
        select steam_id, minus_kills from standings where board_id = boards.id and filter = ${unfiltered}
          order by minus_kills, deaths, steam_id limit 1) as first
      where span = 'all' and minus_kills < 0 order by boards.id`.execute(queries)
  return rows
}
