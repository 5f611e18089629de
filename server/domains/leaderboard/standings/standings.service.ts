import type { Queries } from '../../../platform/database/index.ts'
import { matchingFilters } from '../boards/group-filters.ts'
import { maxBlockPlayers, maxRangePlayers } from './range-size.ts'
import {
  type StandingList,
  type Range,
  type RangeRules,
  type RecountResult,
  type Standing,
  recountRanges,
} from './ranges.ts'
import * as store from './ranges.store.ts'
import type { RowScoreChange, Score } from '../boards/board-rows.store.ts'
import { type StandingAttributes, selectStandingAttributes } from './standing-groups.store.ts'
import { deleteStandings, insertStandings } from './standings.store.ts'

/** One player in one order: from where (null: enters it) to where (null: leaves it). */
export interface StandingMove {
  from: Standing | null
  to: Standing | null
}

/** Moves the players of rows that changed to their new places. The caller holds the boards. */
export async function applyScoreChanges(tx: Queries, rows: readonly RowScoreChange[]): Promise<void> {
  const moved = rows.filter(hasScoreChanged)
  if (moved.length === 0) return
  const standers = await selectStandingAttributes(tx, [...new Set(moved.map(({ steamId }) => steamId))])
  await applyStandingMoves(tx, toStandingMoves(moved, standers))
}

/** Returns the moves of changed rows in the orders: hidden players are in none. */
function toStandingMoves(
  rows: readonly RowScoreChange[],
  { groups, hidden }: StandingAttributes,
): StandingMove[] {
  return rows
    .filter(({ steamId }) => !hidden(steamId))
    .flatMap((row) => toMovesInFilters(matchingFilters(groups(row.steamId)), row))
}

/** The moves of a row in these orders of its board. */
export function toMovesInFilters(
  filters: readonly number[],
  { boardId, steamId, before, after }: RowScoreChange,
): StandingMove[] {
  const toStanding = (filter: number, { kills, deaths }: Score) => ({
    boardId,
    filter,
    minusKills: -kills,
    deaths,
    steamId,
  })
  return filters.map((filter) => ({
    from: before && toStanding(filter, before),
    to: after && toStanding(filter, after),
  }))
}

function hasScoreChanged({ before, after }: RowScoreChange): boolean {
  return before?.kills !== after?.kills || before?.deaths !== after?.deaths
}

/** Moves players in the orders and keeps the ranges counted. The caller holds the boards. */
export async function applyStandingMoves(tx: Queries, moves: readonly StandingMove[]): Promise<void> {
  if (moves.length === 0) return
  await writeMoves(tx, moves)
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
  await recountAllRanges(tx, lists, leaving, entering)
}

async function recountAllRanges(
  tx: Queries,
  lists: ReadonlyMap<number, StandingList>,
  leaving: ReadonlyMap<number, Standing[]>,
  entering: ReadonlyMap<number, Standing[]>,
): Promise<void> {
  const blocks = await store.selectRanges(tx, 'standing_blocks', [...lists.values()])
  const ranges = await store.selectRanges(tx, 'standing_ranges', [...lists.values()])
  const recountEach = (known: readonly Range[], rules: RangeRules) => {
    const byList = Map.groupBy(known, listKey)
    return [...lists].map(([key, { boardId, filter }]) => {
      const moved = { leaving: leaving.get(key) ?? [], entering: entering.get(key) ?? [] }
      return recountRanges({ boardId, filter }, byList.get(key) ?? [], moved, rules)
    })
  }
  const ofBlocks = recountEach(blocks, { max: maxBlockPlayers, stays: () => false })
  const dropped = new Set(ofBlocks.flatMap((each) => each.dropped.map(rangeKey)))
  const begins = new Set(blocks.map(rangeKey).filter((key) => !dropped.has(key)))
  const ofRanges = recountEach(ranges, {
    max: maxRangePlayers,
    stays: (range) => begins.has(rangeKey(range)),
  })
  await store.splitRanges(tx, await saveRecounts(tx, 'standing_ranges', maxRangePlayers, ofRanges))
  await store.splitBlocks(tx, await saveRecounts(tx, 'standing_blocks', maxBlockPlayers, ofBlocks))
}

/** Saves recounted ranges; returns those that are too full and must be split. */
async function saveRecounts(
  tx: Queries,
  level: store.RangeLevel,
  max: number,
  recounted: readonly RecountResult[],
): Promise<Range[]> {
  const changed = recounted.flatMap((each) => each.changed)
  const dropped = recounted.flatMap((each) => each.dropped)
  await store.deleteRanges(tx, level, dropped)
  await store.upsertRanges(
    tx,
    level,
    changed.filter(({ players }) => players <= max),
  )
  return changed.filter(({ players }) => players > max)
}

/** Deletes and inserts, each in the order of the index: an update would insert in the order of the old places, at random. */
async function writeMoves(tx: Queries, moves: readonly StandingMove[]): Promise<void> {
  await deleteStandings(
    tx,
    moves.flatMap(({ from }) => from ?? []),
  )
  await insertStandings(
    tx,
    moves.flatMap(({ to }) => to ?? []),
  )
}

/** Filters are below 8. */
function listKey({ boardId, filter }: Pick<Standing, 'boardId' | 'filter'>): number {
  return boardId * 8 + filter
}

function rangeKey({ boardId, filter, minusKills, deaths, steamId }: Standing): string {
  return `${boardId} ${filter} ${minusKills} ${deaths} ${steamId}`
}
