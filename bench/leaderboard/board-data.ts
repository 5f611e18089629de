import type { Queries } from '@clutch/server/platform/database/index.ts'
import { sql } from 'kysely'

/** The boards a player's kills count to at once: the open season's and all-time. */
export interface BenchBoards {
  season: number
  all: number
}

/** The filtered orders, with the unfiltered one (0). */
export const groupFilters = [0, 1, 2, 3, 4, 5, 6, 7] as const
/** Players in each group, of 10,000. */
const groupShares = { pro: 100, kol: 50, op: 1 }
const firstSteamId = 76_561_197_960_265_728n
const steamIdStep = 400n

/** SteamID64 of the n-th player, from 1. */
export function benchSteamId(number: number): string {
  return String(firstSteamId + steamIdStep * BigInt(number))
}

/** The same in SQL, of a column `n`. */
const steamIdSql = sql.raw(`(${firstSteamId} + ${steamIdStep} * n::bigint)`)

/**
 * Fills two boards with the same players: few with many kills, most with few, so that many tie (a Zipf
 * curve), and groups. Each was seen on one of the servers. Writes only counts and order: the leaderboard
 * builds the ranges.
 */
export async function fillBoards(
  queries: Queries,
  players: number,
  serverIds: readonly string[],
): Promise<BenchBoards> {
  await fillGroups(queries, players)
  const boards = await createBoards(queries)
  await fillRows(queries, players, boards)
  await fillOrders(queries, boards)
  await sql`
    insert into player_servers (steam_id, server_id, name, first_at, last_at, kills, playtime_ms)
    select ${steamIdSql}, (${serverIds}::uuid[])[1 + n % ${serverIds.length}::int], 'player ' || n, now(), now(), 1, 60000
    from generate_series(1, ${players}::int) as n
  `.execute(queries)
  await sql`vacuum analyze`.execute(queries)
  return boards
}

async function fillGroups(queries: Queries, players: number): Promise<void> {
  for (const [group, share] of Object.entries(groupShares)) {
    await sql`
      insert into memberships (steam_id, group_name, granted_at)
      select ${steamIdSql}, ${group}, now() from generate_series(1, ${players}::int) as n
      where random() < ${share}::float / 10000
    `.execute(queries)
  }
  await sql`
    insert into standing_groups (steam_id, groups)
    select steam_id, sum(case group_name when 'pro' then 1 when 'kol' then 2 else 4 end)
    from memberships group by steam_id
  `.execute(queries)
}

async function createBoards(queries: Queries): Promise<BenchBoards> {
  const answer = await sql<{ id: number; span: string }>`
    with season as (
      insert into seasons (id, name_zh, name_en, starts_at) values (gen_random_uuid(), 'S1', 'S1', now()) returning id
    )
    insert into boards (span, season_id, mode, changed_at)
    select 'season', id, 'dm', now() from season union all select 'all', null, 'dm', now()
    returning id, span
  `.execute(queries)
  const of = (wanted: string) => answer.rows.find(({ span }) => span === wanted)?.id ?? 0
  return { season: of('season'), all: of('all') }
}

async function fillRows(queries: Queries, players: number, { season, all }: BenchBoards): Promise<void> {
  await sql`
    insert into board_rows (board_id, steam_id, kills, deaths, headshots, rifle_kills, awp_kills, pistol_kills,
      clutches, clutch_wins, wins, losses, playtime_ms)
    select board_id, ${steamIdSql}, kills, kills * (0.4 + random()), kills * 0.4, kills * 0.5, kills * 0.2, kills * 0.2,
      0, 0, 0, 0, kills * 30000::bigint
    from (
      select n, board_id, least(floor(3 * power(1 - random(), -0.9)), 1e7)::int as kills
      from generate_series(1, ${players}::int) as n cross join unnest(array[${season}::int, ${all}::int]) as board_id
    ) as played
  `.execute(queries)
}

async function fillOrders(queries: Queries, { season, all }: BenchBoards): Promise<void> {
  await sql`
    insert into standings (board_id, filter, minus_kills, deaths, steam_id)
    select board_id, 0, -kills, deaths, steam_id from board_rows
    where board_id in (${season}, ${all}) order by 1, 2, 3, 4, 5
  `.execute(queries)
  await sql`
    insert into standings (board_id, filter, minus_kills, deaths, steam_id)
    select board_id, filter, -kills, deaths, steam_id
    from board_rows join standing_groups using (steam_id) join generate_series(1, 7) as filter on groups & filter <> 0
    where board_id in (${season}, ${all}) order by 1, 2, 3, 4, 5
  `.execute(queries)
}
