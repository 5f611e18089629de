import { type Counts, addCounts } from '@clutch/contract/rules/leaderboard/statistics.ts'
import type { AnomalyKind } from '@clutch/contract/rules/leaderboard/anomalies.ts'
import type { BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { communityTimeZone } from '@clutch/contract/limits.ts'
import type { CountedBatch } from '../../events/index.ts'

/** A batch of a server that feeds a board; a rented one never does. */
export type RankedBatch = CountedBatch & { mode: BoardMode; serverId: string }

/** What a player did, summed over batches. */
export interface PlayerSum {
  steamId: string
  counts: Counts
}

/** Sums of players under keys that the caller chooses: a board, a server, a day. */
export type Sums<Key> = Map<string, { key: Key; players: Map<string, PlayerSum> }>

export interface Sighting {
  steamId: string
  name: string
  first: Date
  last: Date
}

export interface NewAnomalyFlag {
  steamId: string
  serverId: string
  kind: AnomalyKind
  detail: Readonly<Record<string, number | string>>
  day: string
  at: Date
}

/** The batches that count for a board (I10). */
export function selectRankedBatches(batches: readonly CountedBatch[]): RankedBatch[] {
  return batches.filter((batch): batch is RankedBatch => batch.mode !== null && batch.serverId !== null)
}

/** Sums what players did over batches of the same key. */
export function sumPlayersBy<Key>(
  batches: readonly RankedBatch[],
  keyOf: (batch: RankedBatch) => [string, Key],
): Sums<Key> {
  const sums: Sums<Key> = new Map()
  for (const batch of batches) {
    const [name, key] = keyOf(batch)
    const { players } =
      sums.get(name) ?? setAndReturn(sums, name, { key, players: new Map<string, PlayerSum>() })
    for (const { steamId, counts } of batch.players) {
      const known = players.get(steamId)
      if (known) addCounts(known.counts, counts)
      else players.set(steamId, { steamId, counts: { ...counts } })
    }
  }
  return sums
}

/** When each player was seen, by the name of the latest batch. */
export function findSightings(batches: readonly RankedBatch[]): Sighting[] {
  const sightings = new Map<string, Sighting>()
  for (const { players, receivedAt } of batches.toSorted((a, b) => +a.receivedAt - +b.receivedAt)) {
    for (const { steamId, name } of players) {
      const first = sightings.get(steamId)?.first ?? receivedAt
      sightings.set(steamId, { steamId, name: toStorableName(name), first, last: receivedAt })
    }
  }
  return [...sightings.values()]
}

/** I3 fairness: the anomalies, each once for a player, server, kind and day. */
export function extractAnomalyFlags(batches: readonly RankedBatch[]): NewAnomalyFlag[] {
  const flags = batches.flatMap(({ serverId, receivedAt, anomalies }) =>
    anomalies.map((anomaly) => ({
      ...anomaly,
      serverId,
      day: formatCommunityDay(receivedAt),
      at: receivedAt,
    })),
  )
  return [...new Map(flags.map((flag) => [Object.values(flagKey(flag)).join(), flag])).values()]
}

const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: communityTimeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The community's day of a time, `2026-11-21`. */
export function formatCommunityDay(time: Date): string {
  return dayFormat.format(time)
}

function flagKey({ steamId, serverId, kind, day }: NewAnomalyFlag) {
  return { steamId, serverId, kind, day }
}

/** A name as the database takes it. */
function toStorableName(name: string): string {
  return name.replaceAll('\0', '').slice(0, 128)
}

function setAndReturn<K, V>(map: Map<K, V>, key: K, value: V): V {
  map.set(key, value)
  return value
}
