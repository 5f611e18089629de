import { hasNoCounts } from '@clutch/contract/rules/leaderboard/statistics.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { CountsSubscriber } from '../../events/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { getOrCreateBoardIds, boardKeyName } from '../boards/board-ids.ts'
import { type BoardKey, updateChangedAt } from '../boards/boards.store.ts'
import { lockBoards } from '../boards/board-lock.ts'
import * as players from '../players/players.store.ts'
import { type RowDelta, addToRows } from '../boards/board-rows.store.ts'
import { selectSeasons } from '../seasons/seasons.store.ts'
import { findSpan } from '../seasons/season-times.ts'
import { type FlagCases, noFlagCases } from '../fairness/flag-cases.ts'
import { applyScoreChanges } from '../standings/standings.service.ts'
import { resetJoinSettings } from '../standings/standings.store.ts'
import {
  type RankedBatch,
  formatCommunityDay,
  extractAnomalyFlags,
  selectRankedBatches,
  findSightings,
  sumPlayersBy,
} from './batch-sums.ts'

/**
 * Adds counts to the boards, in the transaction that marks them as counted (I9, I10). One writer at a time.
 */
export function countIntoBoards(
  { clock }: Pick<AppContext, 'clock'>,
  flagCases: FlagCases = noFlagCases,
): CountsSubscriber {
  return async (tx, batches) => {
    const ranked = selectRankedBatches(batches)
    if (ranked.length > 0) await addBatches(tx, ranked, flagCases, clock.now())
  }
}

async function addBatches(
  tx: Queries,
  batches: readonly RankedBatch[],
  flagCases: FlagCases,
  now: Date,
): Promise<void> {
  await lockBoards(tx)
  const deltas = await sumRowDeltas(tx, batches)
  await applyScoreChanges(tx, await addToRows(tx, deltas))
  await updateChangedAt(tx, [...new Set(deltas.map(({ boardId }) => boardId))], now)
  await players.addServerSums(tx, sumByServer(batches))
  await players.addDaySums(tx, sumByDay(batches))
  await flagCases.addFlags(tx, await players.insertAnomalyFlags(tx, extractAnomalyFlags(batches)))
  await resetJoinSettings(tx)
}

/** What each player's row gains, each once: on the board of the span, and as much on the one of all time. */
async function sumRowDeltas(tx: Queries, batches: readonly RankedBatch[]): Promise<RowDelta[]> {
  const seasons = await selectSeasons(tx)
  const spans = sumPlayersBy(batches, ({ mode, receivedAt }) =>
    toNamedKey({ ...findSpan(seasons, receivedAt), mode }),
  )
  const wholes = sumPlayersBy(batches, ({ mode }) => toNamedKey({ span: 'all', seasonId: null, mode }))
  const sums = [...spans.values(), ...wholes.values()]
  const ids = await getOrCreateBoardIds(
    tx,
    sums.map(({ key }) => key),
  )
  return sums.flatMap(({ key, players: sum }) => {
    const boardId = ids.get(boardKeyName(key)) ?? 0
    return [...sum.values()]
      .filter(({ counts }) => !hasNoCounts(counts))
      .map((each) => ({ boardId, ...each }))
  })
}

function toNamedKey(key: BoardKey): [string, BoardKey] {
  return [boardKeyName(key), key]
}

function sumByServer(batches: readonly RankedBatch[]): players.ServerSum[] {
  return [...Map.groupBy(batches, ({ serverId }) => serverId)].flatMap(([serverId, of]) => {
    const [sum] = sumPlayersBy(of, () => ['', null]).values()
    return findSightings(of).flatMap((sighting) => {
      const did = sum?.players.get(sighting.steamId)
      return did ? [{ ...sighting, ...did, serverId }] : []
    })
  })
}

function sumByDay(batches: readonly RankedBatch[]): players.DaySum[] {
  const sums = sumPlayersBy(batches, ({ mode, receivedAt }) => {
    const day = formatCommunityDay(receivedAt)
    return [`${mode} ${day}`, { mode, day }]
  })
  return [...sums.values()].flatMap(({ key, players: sum }) =>
    [...sum.values()].filter(({ counts }) => !hasNoCounts(counts)).map((each) => ({ ...each, ...key })),
  )
}
