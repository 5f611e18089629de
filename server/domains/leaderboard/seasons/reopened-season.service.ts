import { type Counts, hasNoCounts } from '@clutch/contract/rules/leaderboard/statistics.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { sumCountedBatches } from '../../events/index.ts'
import { getOrCreateBoardIds, boardKeyName } from '../boards/board-ids.ts'
import { type BoardKey, updateChangedAt } from '../boards/boards.store.ts'
import { addToRows } from '../boards/board-rows.store.ts'
import { applyScoreChanges } from '../standings/standings.service.ts'
import { resetJoinSettings } from '../standings/standings.store.ts'

const batchSize = 5_000

interface ReopenedSeason {
  seasonId: string
  /** The end that is undone. */
  ended: Date
  now: Date
}

/**
 * Moves the counts between seasons since a season's end to the boards of that season. All-time is unchanged.
 * The caller holds the boards and has reopened the season.
 */
export async function moveCountsIntoReopenedSeason(
  tx: Queries,
  { seasonId, ended, now }: ReopenedSeason,
): Promise<void> {
  const sums = (await sumCountedBatches(tx, ended)).filter(({ counts }) => !hasNoCounts(counts))
  const modes = [...new Set(sums.map(({ mode }) => mode))]
  const season = (mode: string): BoardKey => ({ span: 'season', seasonId, mode })
  const between = (mode: string): BoardKey => ({ span: 'between', seasonId: null, mode })
  const ids = await getOrCreateBoardIds(
    tx,
    modes.flatMap((mode) => [season(mode), between(mode)]),
  )
  const idOf = (key: BoardKey) => ids.get(boardKeyName(key)) ?? 0
  for (let at = 0; at < sums.length; at += batchSize) {
    const deltas = sums.slice(at, at + batchSize).flatMap(({ mode, steamId, counts }) => [
      { boardId: idOf(season(mode)), steamId, counts },
      { boardId: idOf(between(mode)), steamId, counts: negateCounts(counts) },
    ])
    await applyScoreChanges(tx, await addToRows(tx, deltas))
  }
  const touched = modes.flatMap((mode) => [idOf(season(mode)), idOf(between(mode))])
  await updateChangedAt(tx, touched, now)
  await resetJoinSettings(tx)
}

function negateCounts(counts: Counts): Counts {
  return Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, -count]),
  ) as unknown as Counts
}
