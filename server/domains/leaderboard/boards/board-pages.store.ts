import { type CounterColumn, counterColumns } from '@clutch/contract/rules/leaderboard/statistics.ts'
import { sql } from 'kysely'
import { type Queries, playerName, prepared } from '../../../platform/database/index.ts'
import type { StandingList, Standing } from '../standings/ranges.ts'

/** A player's stored counts on a board: counts subtracted after a reset may make them negative. */
export type StoredCountsRow = Record<Exclude<CounterColumn, 'playtime_ms'>, number> & {
  steam_id: string
  playtime_ms: string
}

/** With what the portal calls the player. */
export interface NamedBoardRow extends StoredCountsRow {
  name: string | null
}

/** With the rank in the order that was asked. */
export interface RankedBoardRow extends NamedBoardRow {
  rank: string
}

const counters = sql.raw(counterColumns.map((column) => `r.${column}`).join(', '))

const name = playerName('p.steam_id')

/** A page and the number of players in its order, from one moment. */
interface PageOfRows {
  rows: RankedBoardRow[]
  total: number
}

/** I8: returns at most `limit` players from a place on (0 is the first) and the total, from one moment. */
export function selectBoardPage(
  queries: Queries,
  list: StandingList,
  offset: number,
  limit: number,
): Promise<PageOfRows> {
  return offset === 0 ? selectFirstPage(queries, list, limit) : selectLaterPage(queries, list, offset, limit)
}

/** The most requested page, without the search for its range. An order without players has no page, and no total. */
async function selectFirstPage(
  queries: Queries,
  { boardId, filter }: StandingList,
  limit: number,
): Promise<PageOfRows> {
  const { rows } = await sql<NamedBoardRow & { total: string }>`${prepared}
    select (select sum(players) from standing_blocks where board_id = ${boardId} and filter = ${filter}) as total,
        p.steam_id, ${name} as name, ${counters}
      from (
        select minus_kills, deaths, steam_id from standings where board_id = ${boardId} and filter = ${filter}
          order by minus_kills, deaths, steam_id limit ${sql.lit(limit)}) p
      join board_rows r on r.board_id = ${boardId} and r.steam_id = p.steam_id
      order by p.minus_kills, p.deaths, p.steam_id`.execute(queries)
  return {
    rows: rows.map((row, place) => ({ ...row, rank: String(place + 1) })),
    total: Number(rows[0]?.total ?? 0),
  }
}

/** Finds the block of the place and then its range by running sums, then scans only that range. */
async function selectLaterPage(
  queries: Queries,
  { boardId, filter }: StandingList,
  offset: number,
  limit: number,
): Promise<PageOfRows> {
  const { rows } = await sql<RankedBoardRow & { total: string; steam_id: string | null }>`${prepared}
    with blocks as materialized (
      select minus_kills, deaths, steam_id, players,
          sum(players) over (order by minus_kills, deaths, steam_id) - players as before,
          lead(minus_kills, 1, 2147483647) over by_key as next_kills, lead(deaths, 1, 0) over by_key as next_deaths,
          lead(steam_id, 1, 0::bigint) over by_key as next_id
        from standing_blocks where board_id = ${boardId} and filter = ${filter}
        window by_key as (order by minus_kills, deaths, steam_id)),
    block as (
      select * from blocks where before <= ${offset}
        order by before desc, minus_kills desc, deaths desc, steam_id desc limit 1),
    ranges as (
      select r.minus_kills, r.deaths, r.steam_id,
          block.before + sum(r.players) over (order by r.minus_kills, r.deaths, r.steam_id) - r.players as before
        from block join standing_ranges r on r.board_id = ${boardId} and r.filter = ${filter}
          and (r.minus_kills, r.deaths, r.steam_id) >= (block.minus_kills, block.deaths, block.steam_id)
          and (r.minus_kills, r.deaths, r.steam_id) < (next_kills, next_deaths, next_id)),
    start as (
      select * from ranges where before <= ${offset}
        order by before desc, minus_kills desc, deaths desc, steam_id desc limit 1)
    select t.total, p.place + 1 as rank, p.steam_id, ${name} as name, ${counters}
      from (select coalesce(sum(players), 0) as total from blocks) t
      left join (start cross join lateral (
        select s.steam_id, ${offset} + row_number() over (order by s.minus_kills, s.deaths, s.steam_id) - 1 as place from (
          select minus_kills, deaths, steam_id from standings s
            where s.board_id = ${boardId} and s.filter = ${filter}
              and (s.minus_kills, s.deaths, s.steam_id) >= (start.minus_kills, start.deaths, start.steam_id)
            order by s.minus_kills, s.deaths, s.steam_id
            offset ${offset} - start.before limit ${sql.lit(limit)}) s) p
        join board_rows r on r.board_id = ${boardId} and r.steam_id = p.steam_id
        ) on true
      order by p.place`.execute(queries)
  return {
    rows: rows.filter((row) => row.steam_id !== null),
    total: Number(rows[0]?.total ?? 0),
  }
}

/** Returns the number of players in each order of a board, by filter. */
export async function countPlayersByFilter(queries: Queries, boardId: number): Promise<Map<number, number>> {
  const rows = await queries
    .selectFrom('standing_blocks')
    .select(({ fn }) => ['filter', fn.sum<string>('players').as('players')])
    .where('board_id', '=', boardId)
    .where('filter', 'in', [1, 2, 4])
    .groupBy('filter')
    .execute()
  return new Map(rows.map(({ filter, players }) => [filter, Number(players)]))
}

/** A row, and its place when it was read. */
export type BoardRowWithStanding = NamedBoardRow & { minusKills: number; standingDeaths: number }

/** The next players of an order after a place in it, `limit` at most. */
export async function selectRowsAfter(
  queries: Queries,
  after: Standing,
  limit: number,
): Promise<BoardRowWithStanding[]> {
  const { rows } = await sql<BoardRowWithStanding>`
    select p.minus_kills as "minusKills", p.deaths as "standingDeaths", p.steam_id, ${name} as name, ${counters}
      from (
        select minus_kills, deaths, steam_id from standings s
          where s.board_id = ${after.boardId} and s.filter = ${after.filter}
            and (s.minus_kills, s.deaths, s.steam_id) > (${after.minusKills}, ${after.deaths}, ${after.steamId})
          order by s.minus_kills, s.deaths, s.steam_id limit ${limit}) p
      join board_rows r on r.board_id = ${after.boardId} and r.steam_id = p.steam_id
      order by p.minus_kills, p.deaths, p.steam_id`.execute(queries)
  return rows
}
