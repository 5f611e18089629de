import {
  type Counts,
  addCounts,
  countNameOfColumn,
  counterColumns,
  hasNoCounts,
} from '@clutch/contract/rules/leaderboard/statistics.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type Board, selectBoards, updateChangedAt } from '../boards/boards.store.ts'
import { withBoardLock } from '../boards/board-lock.ts'
import * as store from './resets.store.ts'
import { type RowDelta, type RowScoreChange, addToRows } from '../boards/board-rows.store.ts'
import { selectSeasons } from '../seasons/seasons.store.ts'
import { applyScoreChanges } from '../standings/standings.service.ts'

/** Rows moved per step: all other counting waits for that long. */
const rowsPerStep = 2_000

/** Carries on with every reset and undoing that is not finished, in steps; each is whole, so that a crash costs one. */
export async function continueResets(
  context: Pick<AppContext, 'database' | 'clock'>,
  stop?: AbortSignal,
): Promise<void> {
  for (const { id } of await store.selectUnfinishedResets(context.database)) {
    let finished = false
    while (!finished && !stop?.aborted) {
      finished = await withBoardLock(context, async (tx) => {
        const [reset] = await store.selectResets(tx, id)
        return !reset || runResetStep(tx, reset, context.clock.now())
      })
    }
  }
}

/** One step of a reset or an undoing. Answers whether it was the last. The caller holds the boards. */
export async function runResetStep(tx: Queries, reset: store.ResetRow, now: Date): Promise<boolean> {
  if (reset.state === 'running') return removeCounts(tx, reset, now)
  if (reset.state === 'undoing') return restoreCounts(tx, reset, now)
  return true
}

async function removeCounts(tx: Queries, reset: store.ResetRow, now: Date): Promise<boolean> {
  const boards = await selectBoards(tx)
  const scope = await selectBoardsInScope(tx, reset, boards)
  const removed = await store.moveRowsToReset(
    tx,
    reset,
    scope.map(({ id }) => id),
    rowsPerStep,
  )
  const negative = (row: store.RemovedRow) => toSignedCounts(row, -1)
  const left = removed.map((row): RowScoreChange => {
    const move = { boardId: row.board_id, steamId: row.steam_id, after: null }
    return { ...move, before: counterColumns.some((column) => Number(row[column]) > 0) ? toScore(row) : null }
  })
  await applyScoreChanges(tx, [...left, ...(await addToRows(tx, sumForAllTime(boards, removed, negative)))])
  return completeStep(tx, reset, removed, boards, now)
}

async function restoreCounts(tx: Queries, reset: store.ResetRow, now: Date): Promise<boolean> {
  const boards = await selectBoards(tx)
  const released = await store.deleteResetRows(tx, reset.id, rowsPerStep)
  const back = released.map((row) => ({
    boardId: row.board_id,
    steamId: row.steam_id,
    counts: toSignedCounts(row, 1),
  }))
  const whole = sumForAllTime(boards, released, (row) => toSignedCounts(row, 1))
  await applyScoreChanges(tx, await addToRows(tx, [...back, ...whole]))
  return completeStep(tx, reset, released, boards, now)
}

/** A step that was not full is the last one. */
async function completeStep(
  tx: Queries,
  { id, state }: store.ResetRow,
  moved: readonly store.RemovedRow[],
  boards: readonly Board[],
  now: Date,
): Promise<boolean> {
  const changed = new Set(moved.flatMap((row) => [row.board_id, allTimeBoardId(boards, row.board_id)]))
  await updateChangedAt(tx, [...changed], now)
  if (moved.length === rowsPerStep) return false
  await store.updateResetState(tx, id, state === 'running' ? 'done' : 'undone')
  return true
}

/** The boards a reset takes from: never all-time's own, nor of a season that opened later. */
async function selectBoardsInScope(
  tx: Queries,
  reset: store.ResetRow,
  boards: readonly Board[],
): Promise<Board[]> {
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
function sumForAllTime(
  boards: readonly Board[],
  rows: readonly store.RemovedRow[],
  countsFor: (row: store.RemovedRow) => Counts,
): RowDelta[] {
  const sums = new Map<string, RowDelta>()
  for (const row of rows) {
    const boardId = allTimeBoardId(boards, row.board_id)
    const key = `${boardId} ${row.steam_id}`
    const counts = countsFor(row)
    const sum = sums.get(key)
    if (sum) addCounts(sum.counts, counts)
    else sums.set(key, { boardId, steamId: row.steam_id, counts })
  }
  return [...sums.values()].filter(({ counts }) => !hasNoCounts(counts))
}

/** The all-time board of a board's mode: it is made together with the first board of a mode. */
function allTimeBoardId(boards: readonly Board[], boardId: number): number {
  const mode = boards.find(({ id }) => id === boardId)?.mode
  return boards.find((board) => board.span === 'all' && board.mode === mode)?.id ?? 0
}

function toScore({ kills, deaths }: store.RemovedRow) {
  return { kills: Math.max(0, kills), deaths: Math.max(0, deaths) }
}

function toSignedCounts(row: store.RemovedRow, sign: 1 | -1): Counts {
  const counts = Object.fromEntries(
    counterColumns.map((column) => [countNameOfColumn[column], sign * Number(row[column])]),
  ) as unknown as Counts
  return counts
}
