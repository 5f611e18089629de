import { type Counts, countNames, hasNoCounts } from '@clutch/contract/rules/leaderboard/statistics.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { type CountedSums, completeCountedSums } from '../../events/index.ts'
import { getOrCreateBoardIds, boardKeyName } from '../boards/board-ids.ts'
import { type BoardKey, updateChangedAt } from '../boards/boards.store.ts'
import { type RowDelta, addToRows, selectCounts } from '../boards/board-rows.store.ts'
import { applyScoreChanges } from '../standings/standings.service.ts'
import { resetJoinSettings } from '../standings/standings.store.ts'

const batchSize = 5_000

interface ReopenedSeason {
  seasonId: string
  /** What was counted since the end that is undone. */
  counted: CountedSums
  now: Date
}

/**
 * Moves the counts between seasons since a season's end to the boards of that season, as far as they are still there: what a reset took
 * stays taken. All-time is unchanged. The caller holds the boards and has reopened the season.
 */
export async function moveCountsIntoReopenedSeason(
  tx: Queries,
  { seasonId, counted, now }: ReopenedSeason,
): Promise<void> {
  const sums = (await completeCountedSums(tx, counted)).filter(({ counts }) => !hasNoCounts(counts))
  const modes = [...new Set(sums.map(({ mode }) => mode))]
  const season = (mode: string): BoardKey => ({ span: 'season', seasonId, mode })
  const between = (mode: string): BoardKey => ({ span: 'between', seasonId: null, mode })
  const ids = await getOrCreateBoardIds(
    tx,
    modes.flatMap((mode) => [season(mode), between(mode)]),
  )
  const idOf = (key: BoardKey) => ids.get(boardKeyName(key)) ?? 0
  for (let at = 0; at < sums.length; at += batchSize) {
    const part = sums.slice(at, at + batchSize)
    const deltas: RowDelta[] = []
    for (const mode of new Set(part.map((sum) => sum.mode))) {
      const [from, to] = [idOf(between(mode)), idOf(season(mode))]
      const ofMode = part.filter((sum) => sum.mode === mode)
      const left = await selectCounts(
        tx,
        from,
        ofMode.map(({ steamId }) => steamId),
      )
      for (const { steamId, counts } of ofMode) {
        const moved = takeAtMost(counts, left.get(steamId))
        if (hasNoCounts(moved)) continue
        deltas.push({ boardId: to, steamId, counts: moved })
        deltas.push({ boardId: from, steamId, counts: negateCounts(moved) })
      }
    }
    await applyScoreChanges(tx, await addToRows(tx, deltas))
  }
  const touched = modes.flatMap((mode) => [idOf(season(mode)), idOf(between(mode))])
  await updateChangedAt(tx, touched, now)
  await resetJoinSettings(tx)
}

/** Each count, but no more than a row has. */
function takeAtMost(counts: Counts, row: Counts | undefined): Counts {
  return Object.fromEntries(
    countNames.map((name) => [name, Math.min(counts[name], Math.max(0, row?.[name] ?? 0))]),
  ) as unknown as Counts
}

function negateCounts(counts: Counts): Counts {
  return Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, -count]),
  ) as unknown as Counts
}
