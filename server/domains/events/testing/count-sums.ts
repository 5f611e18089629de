import type { Counts } from '@clutch/contract/rules/leaderboard/statistics.ts'
import type { CountedBatch, CountsSubscriber } from '../processing/counted-batch.ts'
import { type StreamState, countBatch } from '../counting/count-batch.ts'
import type { BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { blankSecrets } from '../log-parser/blank-secrets.ts'
import { readPosition } from '../intake/batch-position.ts'
import type { SentBatch } from './events-app.ts'

/** The counts of each player, by SteamID64; players without counts are left out. */
export type PlayerSums = Record<string, Counts>

/** Adds up everything a worker hands on. */
export class CountsCollector {
  batches: CountedBatch[] = []

  readonly subscriber: CountsSubscriber = async (_tx, batches) => {
    this.batches.push(...batches)
  }

  get sums(): PlayerSums {
    return sumByPlayer(this.batches.flatMap(({ players }) => players))
  }
}

export function sumByPlayer(players: readonly { steamId: string; counts: Counts }[]): PlayerSums {
  const sums = new Map<string, Counts>()
  for (const { steamId, counts } of players) {
    const sum = sums.get(steamId)
    const fields = Object.entries(counts) as [keyof Counts, number][]
    if (sum) for (const [field, value] of fields) sum[field] += value
    else sums.set(steamId, { ...counts })
  }
  const some = [...sums].filter(([, counts]) => Object.values(counts).some((value) => value !== 0))
  return Object.fromEntries(some.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** What the distinct batches of one stream come to, folded in the order of their places. */
export function countDistinctBatches(
  sent: readonly SentBatch[],
  board: BoardMode | null = 'dm',
  minHumans = 2,
): PlayerSums {
  const placed = sent.map(({ headers, body: all }) => {
    const body = blankSecrets(all)
    return { ...readPosition(headers, all, body), body }
  })
  const distinct = [...new Map(placed.map((batch) => [`${batch.at} ${batch.key}`, batch])).values()]
  const ordered = distinct.toSorted(
    (one, other) =>
      one.at - other.at ||
      one.begins - other.begins ||
      one.ends - other.ends ||
      (one.key < other.key ? -1 : 1),
  )
  let state: StreamState | null = null
  const players = []
  for (const { token, begins, ends, body } of ordered) {
    const batch = { begins, ends, body, numbered: token !== '', board, freeForAll: false, minHumans }
    const folded = countBatch(state, batch)
    state = folded.after
    players.push(...folded.players)
  }
  return sumByPlayer(players)
}
