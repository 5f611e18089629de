import { counterColumns } from '@clutch/contract/rules/leaderboard/statistics.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Queries } from '../../../platform/database/index.ts'

const sums = sql.raw(
  counterColumns
    .map(
      (column) => `coalesce(sum(${column}) filter (where span = 'all'), 0) as all_${column},
        coalesce(sum(${column}) filter (where span <> 'all'), 0) as span_${column}`,
    )
    .join(', '),
)
const sumsDiffer = sql.raw(counterColumns.map((column) => `all_${column} <> span_${column}`).join(' or '))
const isShown = sql.raw(counterColumns.map((column) => `${column} > 0`).join(' or '))
const isEmpty = sql.raw(counterColumns.map((column) => `${column} = 0`).join(' and '))

/** What must hold at every commit: all-time is the sum of the spans, and the orders are those of the rows. */
export async function expectBoardInvariants(queries: Queries): Promise<void> {
  const wrong = [
    await findWrongSums(queries),
    await findWrongStandings(queries),
    await findWrongRanges(queries),
  ]
  expect(wrong).toEqual([[], [], []])
}

async function findWrongSums(queries: Queries): Promise<unknown[]> {
  const answer = await sql`
    select mode, steam_id from (select mode, steam_id, ${sums}, bool_or(${isEmpty}) as has_empty
      from board_rows join boards on boards.id = board_id group by mode, steam_id) s
      where ${sumsDiffer} or has_empty`.execute(queries)
  return answer.rows
}

async function findWrongStandings(queries: Queries): Promise<unknown[]> {
  const answer = await sql`
    with due as (
      select board_id, filter, -greatest(0, kills) as minus_kills, greatest(0, deaths) as deaths, b.steam_id
        from board_rows b left join standing_groups g using (steam_id) cross join generate_series(0, 7) filter
        where (${isShown}) and (filter = 0 or filter & g.groups <> 0)
          and not exists (select from hidden_players h where h.steam_id = b.steam_id)),
    stored as (select board_id, filter::integer, minus_kills, deaths, steam_id from standings)
    (select 'is missing', m.* from (select * from due except select * from stored) m)
    union all
    (select 'should not be', m.* from (select * from stored except select * from due) m)`.execute(queries)
  return answer.rows
}

async function findWrongRanges(queries: Queries): Promise<unknown[]> {
  const answer = await sql`
    with ranges as (
      select *, lead(minus_kills) over w as next_kills, lead(deaths) over w as next_deaths, lead(steam_id) over w as next_id
        from standing_ranges window w as (partition by board_id, filter order by minus_kills, deaths, steam_id)),
    counted as (
      select r.*, (select count(*) from standings s where s.board_id = r.board_id and s.filter = r.filter
          and (s.minus_kills, s.deaths, s.steam_id) >= (r.minus_kills, r.deaths, r.steam_id)
          and (next_kills is null or (s.minus_kills, s.deaths, s.steam_id) < (next_kills, next_deaths, next_id))) as held
        from ranges r)
    select * from counted where held <> players`.execute(queries)
  return answer.rows
}
