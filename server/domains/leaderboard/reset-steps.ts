import {
  type Counts,
  addCounts,
  countOfColumn,
  counterColumns,
  hasNoCounts,
} from '@clutch/contract/rules/statistics.ts'
import type { Queries } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { type Board, selectBoards, touchBoards } from './boards-store.ts'
import { writeBoards } from './hold.ts'
import * as store from './resets-store.ts'
import type { ResetRow, TakenRow } from './resets-store.ts'
import { type RowDelta, type RowMove, addToRows } from './rows-store.ts'
import { selectSeasons } from './seasons-store.ts'
import { moveRows } from './standings.ts'

/** Rows a step moves: it holds everybody else who counts for as long. */
const rowsAtOnce = 2_000

/** Carries on with every reset and undoing that is not finished, in steps; each is whole, so that a crash costs one. */
export async function carryOnResets(
  context: Pick<AppContext, 'database' | 'clock'>,
  stop?: AbortSignal,
): Promise<void> {
  for (const { id } of await store.selectUnfinished(context.database)) {
    let finished = false
    while (!finished && !stop?.aborted) {
      finished = await writeBoards(context, async (tx) => {
        const [reset] = await store.selectResets(tx, id)
        return !reset || step(tx, reset, context.clock.now())
      })
    }
  }
}

/** One step of a reset or an undoing. Answers whether it was the last. The caller holds the boards. */
export async function step(tx: Queries, reset: ResetRow, now: Date): Promise<boolean> {
  if (reset.state === 'running') return take(tx, reset, now)
  if (reset.state === 'undoing') return giveBack(tx, reset, now)
  return true
}

async function take(tx: Queries, reset: ResetRow, now: Date): Promise<boolean> {
  const boards = await selectBoards(tx)
  const scope = await boardsOf(tx, reset, boards)
  const taken = await store.takeRows(
    tx,
    reset,
    scope.map(({ id }) => id),
    rowsAtOnce,
  )
  const negative = (row: TakenRow) => countsOf(row, -1)
  const left = taken.map((row): RowMove => {
    const move = { boardId: row.board_id, steamId: row.steam_id, after: null }
    return { ...move, before: counterColumns.some((column) => Number(row[column]) > 0) ? scoreOf(row) : null }
  })
  await moveRows(tx, [...left, ...(await addToRows(tx, inWhole(boards, taken, negative)))])
  return finish(tx, reset, taken, boards, now)
}

async function giveBack(tx: Queries, reset: ResetRow, now: Date): Promise<boolean> {
  const boards = await selectBoards(tx)
  const released = await store.releaseRows(tx, reset.id, rowsAtOnce)
  const back = released.map((row) => ({
    boardId: row.board_id,
    steamId: row.steam_id,
    counts: countsOf(row, 1),
  }))
  const whole = inWhole(boards, released, (row) => countsOf(row, 1))
  await moveRows(tx, await addToRows(tx, [...back, ...whole]))
  return finish(tx, reset, released, boards, now)
}

/** A step that was not full is the last one. */
async function finish(
  tx: Queries,
  { id, state }: ResetRow,
  moved: readonly TakenRow[],
  boards: readonly Board[],
  now: Date,
): Promise<boolean> {
  const changed = new Set(moved.flatMap((row) => [row.board_id, wholeOf(boards, row.board_id)]))
  await touchBoards(tx, [...changed], now)
  if (moved.length === rowsAtOnce) return false
  await store.setState(tx, id, state === 'running' ? 'done' : 'undone')
  return true
}

/** The boards a reset takes from: never all-time's own, nor of a season that opened later. */
async function boardsOf(tx: Queries, reset: ResetRow, boards: readonly Board[]): Promise<Board[]> {
  const later = new Set(
    (await selectSeasons(tx)).filter(({ starts_at }) => starts_at > reset.created_at).map(({ id }) => id),
  )
  return boards.filter(
    ({ span, seasonId, mode }) =>
      span !== 'all' &&
      (reset.mode === null || mode === reset.mode) &&
      (reset.span === null || (span === reset.span && seasonId === reset.season_id)) &&
      !(seasonId && later.has(seasonId)),
  )
}

/** What rows of spans mean for all-time: each player once a mode. */
function inWhole(
  boards: readonly Board[],
  rows: readonly TakenRow[],
  countsFor: (row: TakenRow) => Counts,
): RowDelta[] {
  const sums = new Map<string, RowDelta>()
  for (const row of rows) {
    const boardId = wholeOf(boards, row.board_id)
    const key = `${boardId} ${row.steam_id}`
    const counts = countsFor(row)
    const sum = sums.get(key)
    if (sum) addCounts(sum.counts, counts)
    else sums.set(key, { boardId, steamId: row.steam_id, counts })
  }
  return [...sums.values()].filter(({ counts }) => !hasNoCounts(counts))
}

/** The all-time board of a board's mode: it is made together with the first board of a mode. */
function wholeOf(boards: readonly Board[], boardId: number): number {
  const mode = boards.find(({ id }) => id === boardId)?.mode
  return boards.find((board) => board.span === 'all' && board.mode === mode)?.id ?? 0
}

function scoreOf({ kills, deaths }: TakenRow) {
  return { kills: Math.max(0, kills), deaths: Math.max(0, deaths) }
}

function countsOf(row: TakenRow, sign: 1 | -1): Counts {
  const counts = Object.fromEntries(
    counterColumns.map((column) => [countOfColumn[column], sign * Number(row[column])]),
  ) as unknown as Counts
  return counts
}
