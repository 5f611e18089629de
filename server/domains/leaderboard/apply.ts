import { hasNoCounts } from '@clutch/contract/rules/statistics.ts'
import type { Queries } from '../../platform/database/index.ts'
import type { Subscriber } from '../events/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { boardIds, nameOf } from './boards.ts'
import { type BoardKey, touchBoards } from './boards-store.ts'
import { holdBoards } from './hold.ts'
import * as players from './players-store.ts'
import { type RowDelta, addToRows } from './rows-store.ts'
import { selectSeasons } from './seasons-store.ts'
import { spanAt } from './spans.ts'
import { moveRows } from './standings.ts'
import { freePlanner } from './standings-store.ts'
import { type RankedBatch, dayOf, flagsIn, rankedOf, seenIn, sumBy } from './tally.ts'

/** Brings what was counted onto the boards, in the transaction that marks it as counted (I9, I10). One writer at a time. */
export function countIntoBoards({ clock }: Pick<AppContext, 'clock'>): Subscriber {
  return async (tx, batches) => {
    const ranked = rankedOf(batches)
    if (ranked.length > 0) await applyBatches(tx, ranked, clock.now())
  }
}

async function applyBatches(tx: Queries, batches: readonly RankedBatch[], now: Date): Promise<void> {
  await holdBoards(tx)
  const deltas = await deltasOf(tx, batches)
  await moveRows(tx, await addToRows(tx, deltas))
  await touchBoards(tx, [...new Set(deltas.map(({ boardId }) => boardId))], now)
  await players.addToServers(tx, onServers(batches))
  await players.addToDays(tx, onDays(batches))
  await players.saveFlags(tx, flagsIn(batches))
  await freePlanner(tx)
}

/** What each player's row gains, each once: on the board of the span, and as much on the one of all time. */
async function deltasOf(tx: Queries, batches: readonly RankedBatch[]): Promise<RowDelta[]> {
  const seasons = await selectSeasons(tx)
  const spans = sumBy(batches, ({ mode, receivedAt }) => named({ ...spanAt(seasons, receivedAt), mode }))
  const wholes = sumBy(batches, ({ mode }) => named({ span: 'all', seasonId: null, mode }))
  const sums = [...spans.values(), ...wholes.values()]
  const ids = await boardIds(
    tx,
    sums.map(({ key }) => key),
  )
  return sums.flatMap(({ key, players: sum }) => {
    const boardId = ids.get(nameOf(key)) ?? 0
    return [...sum.values()]
      .filter(({ counts }) => !hasNoCounts(counts))
      .map((each) => ({ boardId, ...each }))
  })
}

function named(key: BoardKey): [string, BoardKey] {
  return [nameOf(key), key]
}

function onServers(batches: readonly RankedBatch[]): players.OnServer[] {
  return [...Map.groupBy(batches, ({ serverId }) => serverId)].flatMap(([serverId, of]) => {
    const [sum] = sumBy(of, () => ['', null]).values()
    return seenIn(of).flatMap((seen) => {
      const did = sum?.players.get(seen.steamId)
      return did ? [{ ...seen, ...did, serverId }] : []
    })
  })
}

function onDays(batches: readonly RankedBatch[]): players.OnDay[] {
  const sums = sumBy(batches, ({ mode, receivedAt }) => {
    const day = dayOf(receivedAt)
    return [`${mode} ${day}`, { mode, day }]
  })
  return [...sums.values()].flatMap(({ key, players: sum }) =>
    [...sum.values()].filter(({ counts }) => !hasNoCounts(counts)).map((each) => ({ ...each, ...key })),
  )
}
