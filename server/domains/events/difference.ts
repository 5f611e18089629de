import { type Counts, hasNoCounts, subtractCounts, zeroCounters } from '@clutch/contract/rules/statistics.ts'
import type { Anomaly, PlayerCounted } from './counted.ts'

/** What a batch adds to the boards. */
export interface Counted {
  players: readonly PlayerCounted[]
  anomalies: readonly Anomaly[]
}

const nothing: Counted = { players: [], anomalies: [] }

/** What has to be added where `before` was added already; players whose numbers stay are left out. */
function differenceOf(after: Counted, before: Counted): Counted {
  if (before.players.length === 0 && before.anomalies.length === 0) return after
  const left = new Map(before.players.map((player) => [player.steamId, player]))
  const players = after.players.flatMap((player) => {
    const counts = minus(player.counts, left.get(player.steamId)?.counts)
    left.delete(player.steamId)
    return hasNoCounts(counts) ? [] : [{ ...player, counts }]
  })
  const gone = [...left.values()]
    .map((player) => ({ ...player, counts: minus(zeroCounters(), player.counts) }))
    .filter(({ counts }) => !hasNoCounts(counts))
  return { players: [...players, ...gone], anomalies: without(after, before) }
}

/**
 * The differences of batches of one log that were counted again together. What was flagged stays flagged, for somebody may
 * have looked at it already; where it is found in another batch now, it is not flagged a second time.
 */
export function differencesOf<B extends { counted: Counted | null }>(
  done: readonly { batch: B; counted: Counted | null }[],
): (Counted & { batch: B })[] {
  const pairs = done.map(({ batch, counted }) => ({
    batch,
    after: counted ?? nothing,
    before: batch.counted ?? nothing,
  }))
  const moved = pairs.flatMap(({ after, before }) => without(before, after).map(keyOf))
  const isMoved = (anomaly: Anomaly) => {
    const place = moved.indexOf(keyOf(anomaly))
    return place >= 0 && moved.splice(place, 1).length > 0
  }
  return pairs.map(({ batch, after, before }) => {
    const { players, anomalies } = differenceOf(after, before)
    return { batch, players, anomalies: anomalies.filter((anomaly) => !isMoved(anomaly)) }
  })
}

function minus(counts: Counts, less: Partial<Counts> = {}): Counts {
  const difference = { ...counts }
  subtractCounts(difference, less)
  return difference
}

/** The anomalies of `one` that are not in `other`. */
function without(one: Counted, other: Counted): Anomaly[] {
  const known = new Set(other.anomalies.map(keyOf))
  return one.anomalies.filter((anomaly) => !known.has(keyOf(anomaly)))
}

function keyOf({ steamId, kind }: Anomaly): string {
  return `${steamId} ${kind}`
}
