import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import { toPostgresArray } from '../boards/postgres-array.ts'
import { standingKeyColumns, standingKeyArrays } from './standing-keys.store.ts'
import { maxBlockPlayers, maxRangePlayers } from './range-size.ts'
import { type StandingList, type Range, splitSize } from './ranges.ts'

/** Ranges of players, and blocks of those ranges. */
export type RangeLevel = 'standing_ranges' | 'standing_blocks'

/** Every range of these orders, each order's together and in order. */
export async function selectRanges(
  tx: Queries,
  level: RangeLevel,
  lists: readonly StandingList[],
): Promise<Range[]> {
  const answer = await sql<Range>`
    select board_id as "boardId", filter, minus_kills as "minusKills", deaths, steam_id as "steamId", players
      from ${sql.table(level)}
      where (board_id, filter) in (select * from unnest(
        ${toPostgresArray(lists.map(({ boardId }) => boardId))}::integer[],
        ${toPostgresArray(lists.map(({ filter }) => filter))}::smallint[]))
      order by ${standingKeyColumns}`.execute(tx)
  return answer.rows
}

export async function deleteRanges(tx: Queries, level: RangeLevel, ranges: readonly Range[]): Promise<void> {
  if (ranges.length === 0) return
  await sql`
    delete from ${sql.table(level)}
      where (${standingKeyColumns}) in (select * from unnest(${standingKeyArrays(ranges)}))`.execute(tx)
}

/** Saves the number of players in each range, including new ranges. */
export async function upsertRanges(tx: Queries, level: RangeLevel, ranges: readonly Range[]): Promise<void> {
  if (ranges.length === 0) return
  await sql`
    insert into ${sql.table(level)} (${standingKeyColumns}, players)
      select * from unnest(${standingKeyArrays(ranges)}, ${toPostgresArray(ranges.map(({ players }) => players))}::integer[])
    on conflict (${standingKeyColumns}) do update set players = excluded.players`.execute(tx)
}

const oversizedRanges = (ranges: readonly Range[], max: number) => sql`
  select * from unnest(${standingKeyArrays(ranges)},
    ${toPostgresArray(ranges.map(({ players }) => players))}::integer[],
    ${toPostgresArray(ranges.map(({ players }) => splitSize(players, max)))}::integer[]) as w (${standingKeyColumns}, players, piece)`

/** Cuts ranges into even pieces; the first piece begins where the whole did. */
export async function splitRanges(tx: Queries, ranges: readonly Range[]): Promise<void> {
  if (ranges.length === 0) return
  await sql`
    with whole as (${oversizedRanges(ranges, maxRangePlayers)}),
    cut as (
      select w.*, s.minus_kills as at_minus_kills, s.deaths as at_deaths, s.steam_id as at_steam_id, s.place
        from whole w cross join lateral (
          select *, row_number() over (order by minus_kills, deaths, steam_id) - 1 as place from (
            select minus_kills, deaths, steam_id from standings s
              where s.board_id = w.board_id and s.filter = w.filter
                and (s.minus_kills, s.deaths, s.steam_id) >= (w.minus_kills, w.deaths, w.steam_id)
              order by s.minus_kills, s.deaths, s.steam_id limit w.players) walked) s
        where s.place % w.piece = 0)
    insert into standing_ranges (${standingKeyColumns}, players)
      select board_id, filter,
          case place when 0 then minus_kills else at_minus_kills end,
          case place when 0 then deaths else at_deaths end,
          case place when 0 then steam_id else at_steam_id end,
          least(piece, players - place)
        from cut
    on conflict (${standingKeyColumns}) do update set players = excluded.players`.execute(tx)
}

/** Cuts blocks into pieces that begin with ranges. The ranges are saved and split before. */
export async function splitBlocks(tx: Queries, blocks: readonly Range[]): Promise<void> {
  if (blocks.length === 0) return
  await sql`
    with whole as (${oversizedRanges(blocks, maxBlockPlayers)}),
    placed as (
      select w.board_id, w.filter, w.minus_kills as of_kills, w.piece, r.minus_kills, r.deaths, r.steam_id, r.players,
          w.deaths as of_deaths, w.steam_id as of_steam_id, sum(r.players) over (
            partition by w.board_id, w.filter, w.minus_kills, w.deaths, w.steam_id
            order by r.minus_kills, r.deaths, r.steam_id) - r.players as before
        from whole w
        left join lateral (
          select minus_kills, deaths, steam_id from standing_blocks b
            where b.board_id = w.board_id and b.filter = w.filter
              and (b.minus_kills, b.deaths, b.steam_id) > (w.minus_kills, w.deaths, w.steam_id)
            order by b.minus_kills, b.deaths, b.steam_id limit 1) next on true
        join standing_ranges r on r.board_id = w.board_id and r.filter = w.filter
          and (r.minus_kills, r.deaths, r.steam_id) >= (w.minus_kills, w.deaths, w.steam_id)
          and (next.steam_id is null
            or (r.minus_kills, r.deaths, r.steam_id) < (next.minus_kills, next.deaths, next.steam_id))),
    cut as (
      select *, row_number() over part = 1 as begins, sum(players) over (part range between unbounded preceding
          and unbounded following) as held from placed
        window part as (partition by board_id, filter, of_kills, of_deaths, of_steam_id, before / piece
          order by minus_kills, deaths, steam_id))
    insert into standing_blocks (${standingKeyColumns}, players)
      select ${standingKeyColumns}, held from cut where begins
    on conflict (${standingKeyColumns}) do update set players = excluded.players`.execute(tx)
}

/** Rebuilds the ranges of an order from its players, and their blocks. */
export async function rebuildRanges(tx: Queries, boardId: number, filter: number): Promise<void> {
  for (const level of ['standing_ranges', 'standing_blocks'] as const) {
    await tx.deleteFrom(level).where('board_id', '=', boardId).where('filter', '=', filter).execute()
  }
  await sql`
    with placed as (
      select minus_kills, deaths, steam_id,
          row_number() over (order by minus_kills, deaths, steam_id) - 1 as place, count(*) over () as players
        from standings where board_id = ${boardId} and filter = ${filter}),
    made as (
      insert into standing_ranges (${standingKeyColumns}, players)
        select ${boardId}, ${filter},
            case place when 0 then -2147483648 else minus_kills end,
            case place when 0 then 0 else deaths end,
            case place when 0 then 0 else steam_id end,
            least(${maxRangePlayers / 2}, players - place)
          from placed where place % ${maxRangePlayers / 2} = 0
        returning ${standingKeyColumns}, players),
    ranked as (
      select *, (row_number() over (order by minus_kills, deaths, steam_id) - 1) / ${maxBlockPlayers / maxRangePlayers} as block from made)
    insert into standing_blocks (${standingKeyColumns}, players)
      select distinct on (block) ${standingKeyColumns}, sum(players) over (partition by block)
        from ranked order by block, minus_kills, deaths, steam_id`.execute(tx)
}
