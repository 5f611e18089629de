import type { Queries } from '../../platform/database/index.ts'
import { filtersOf } from './filters.ts'
import { blockMax, rangeMax } from './range-size.ts'
import { type List, type Range, type RangeRules, type Recounted, type Standing, recount } from './ranges.ts'
import * as store from './ranges-store.ts'
import type { RowMove, Score } from './rows-store.ts'
import { type Standers, selectStanders } from './standers-store.ts'
import { deleteStandings, insertStandings, moveStandings } from './standings-store.ts'

/** One player in one order: from where (null: enters it) to where (null: leaves it). */
export interface StandingMove {
  from: Standing | null
  to: Standing | null
}

/** Moves the players of rows that changed to their new places. The caller holds the boards. */
export async function moveRows(tx: Queries, rows: readonly RowMove[]): Promise<void> {
  const moved = rows.filter(changesPlace)
  if (moved.length === 0) return
  const standers = await selectStanders(tx, [...new Set(moved.map(({ steamId }) => steamId))])
  await moveInStandings(tx, movesOf(moved, standers))
}

/** The moves that changed rows make in the orders: hidden players stand in none. */
function movesOf(rows: readonly RowMove[], { groups, hidden }: Standers): StandingMove[] {
  return rows
    .filter(({ steamId }) => !hidden(steamId))
    .flatMap((row) => movesIn(filtersOf(groups(row.steamId)), row))
}

/** The moves of a row in these orders of its board. */
export function movesIn(
  filters: readonly number[],
  { boardId, steamId, before, after }: RowMove,
): StandingMove[] {
  const standing = (filter: number, { kills, deaths }: Score) => ({
    boardId,
    filter,
    minusKills: -kills,
    deaths,
    steamId,
  })
  return filters.map((filter) => ({
    from: before && standing(filter, before),
    to: after && standing(filter, after),
  }))
}

function changesPlace({ before, after }: RowMove): boolean {
  return before?.kills !== after?.kills || before?.deaths !== after?.deaths
}

/** Moves players in the orders and keeps the ranges counted. The caller holds the boards. */
export async function moveInStandings(tx: Queries, moves: readonly StandingMove[]): Promise<void> {
  if (moves.length === 0) return
  await write(tx, moves)
  const leaving = Map.groupBy(
    moves.flatMap(({ from }) => from ?? []),
    listKey,
  )
  const entering = Map.groupBy(
    moves.flatMap(({ to }) => to ?? []),
    listKey,
  )
  const lists = new Map(
    [...leaving, ...entering].flatMap(([key, [one]]) => (one ? [[key, one] as const] : [])),
  )
  await recountLists(tx, lists, leaving, entering)
}

async function recountLists(
  tx: Queries,
  lists: ReadonlyMap<number, List>,
  leaving: ReadonlyMap<number, Standing[]>,
  entering: ReadonlyMap<number, Standing[]>,
): Promise<void> {
  const blocks = await store.selectRanges(tx, 'standing_blocks', [...lists.values()])
  const ranges = await store.selectRanges(tx, 'standing_ranges', [...lists.values()])
  const recountEach = (known: readonly Range[], rules: RangeRules) => {
    const byList = Map.groupBy(known, listKey)
    return [...lists].map(([key, { boardId, filter }]) => {
      const moved = { leaving: leaving.get(key) ?? [], entering: entering.get(key) ?? [] }
      return recount({ boardId, filter }, byList.get(key) ?? [], moved, rules)
    })
  }
  const ofBlocks = recountEach(blocks, { max: blockMax, stays: () => false })
  const dropped = new Set(ofBlocks.flatMap((each) => each.dropped.map(keyOf)))
  const begins = new Set(blocks.map(keyOf).filter((key) => !dropped.has(key)))
  const ofRanges = recountEach(ranges, { max: rangeMax, stays: (range) => begins.has(keyOf(range)) })
  await store.splitRanges(tx, await save(tx, 'standing_ranges', rangeMax, ofRanges))
  await store.splitBlocks(tx, await save(tx, 'standing_blocks', blockMax, ofBlocks))
}

/** Saves what was counted; answers the ranges that are too full for that and must be split. */
async function save(
  tx: Queries,
  level: store.Level,
  max: number,
  recounted: readonly Recounted[],
): Promise<Range[]> {
  const changed = recounted.flatMap((each) => each.changed)
  const dropped = recounted.flatMap((each) => each.dropped)
  await store.deleteRanges(tx, level, dropped)
  await store.saveRanges(
    tx,
    level,
    changed.filter(({ players }) => players <= max),
  )
  return changed.filter(({ players }) => players > max)
}

async function write(tx: Queries, moves: readonly StandingMove[]): Promise<void> {
  const stay = moves.flatMap(({ from, to }) => (from && to ? [{ from, to }] : []))
  await moveStandings(
    tx,
    stay.map(({ from }) => from),
    stay.map(({ to }) => to),
  )
  await deleteStandings(
    tx,
    moves.flatMap(({ from, to }) => (from && !to ? [from] : [])),
  )
  await insertStandings(
    tx,
    moves.flatMap(({ from, to }) => (to && !from ? [to] : [])),
  )
}

/** Filters are below 8. */
function listKey({ boardId, filter }: Pick<Standing, 'boardId' | 'filter'>): number {
  return boardId * 8 + filter
}

function keyOf({ boardId, filter, minusKills, deaths, steamId }: Standing): string {
  return `${boardId} ${filter} ${minusKills} ${deaths} ${steamId}`
}
