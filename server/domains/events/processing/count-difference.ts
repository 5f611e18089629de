import {
  type Counts,
  hasNoCounts,
  subtractCounts,
  zeroCounters,
} from '@clutch/contract/rules/leaderboard/statistics.ts'
import type { Anomaly, PlayerCounts } from './counted-batch.ts'

/** What a batch adds to the boards. */
export interface BatchCounts {
  players: readonly PlayerCounts[]
  anomalies: readonly Anomaly[]
}

const noCounts: BatchCounts = { players: [], anomalies: [] }

/** Returns the difference to add where `before` was already added; unchanged players are left out. */
function diffCounts(after: BatchCounts, before: BatchCounts): BatchCounts {
  if (before.players.length === 0 && before.anomalies.length === 0) return after
  const left = new Map(before.players.map((player) => [player.steamId, player]))
  const players = after.players.flatMap((player) => {
    const counts = subtract(player.counts, left.get(player.steamId)?.counts)
    left.delete(player.steamId)
    return hasNoCounts(counts) ? [] : [{ ...player, counts }]
  })
  const removed = [...left.values()]
    .map((player) => ({ ...player, counts: subtract(zeroCounters(), player.counts) }))
    .filter(({ counts }) => !hasNoCounts(counts))
  return { players: [...players, ...removed], anomalies: findNewAnomalies(after, before) }
}

/**
 * Returns the differences of batches of one log that were recounted together. Flags are not withdrawn, since
 * an operator may have seen them; one found in another batch now is not raised a second time.
 */
export function diffBatches<B extends { counted: BatchCounts | null }>(
  done: readonly { batch: B; counted: BatchCounts | null }[],
): (BatchCounts & { batch: B })[] {
  const pairs = done.map(({ batch, counted }) => ({
    batch,
    after: counted ?? noCounts,
    before: batch.counted ?? noCounts,
  }))
  const moved = pairs.flatMap(({ after, before }) => findNewAnomalies(before, after).map(anomalyKey))
  const isMoved = (anomaly: Anomaly) => {
    const index = moved.indexOf(anomalyKey(anomaly))
    return index >= 0 && moved.splice(index, 1).length > 0
  }
  return pairs.map(({ batch, after, before }) => {
    const { players, anomalies } = diffCounts(after, before)
    return { batch, players, anomalies: anomalies.filter((anomaly) => !isMoved(anomaly)) }
  })
}

function subtract(counts: Counts, less: Partial<Counts> = {}): Counts {
  const difference = { ...counts }
  subtractCounts(difference, less)
  return difference
}

/** The anomalies of `one` that are not in `other`. */
function findNewAnomalies(one: BatchCounts, other: BatchCounts): Anomaly[] {
  const known = new Set(other.anomalies.map(anomalyKey))
  return one.anomalies.filter((anomaly) => !known.has(anomalyKey(anomaly)))
}

function anomalyKey({ steamId, kind }: Anomaly): string {
  return `${steamId} ${kind}`
}
