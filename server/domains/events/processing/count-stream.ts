import { parseBoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import {
  type ChatMessage,
  type PlayerArrival,
  type StreamState,
  countBatch,
} from '../counting/count-batch.ts'
import { isSameState } from '../counting/stream-state.ts'
import type { BatchCounts } from './count-difference.ts'
import type { Reporter } from '../reporters/reporter.ts'

export type StreamRow = Reporter & StreamFields

export interface StreamFields {
  id: string
  kind: string
  /** Empty where the stream has no offsets. */
  token: string
  /** The time up to which it is counted, according to its batches; -1 for nothing yet. */
  head: number
  state: StreamState | null
}

/** A batch as it is stored. */
export interface StoredBatch {
  id: string
  streamId: string
  at: number
  begins: number
  ends: number
  key: string
  body: Buffer
  receivedAt: Date
  board: string | null
  freeForAll: boolean
  minHumans: number
  /** What it added and the state after it at the last count; null for never. */
  counted: BatchCounts | null
  after: StreamState | null
  /** Bytes missing right before it, without those that an operator acknowledged. */
  missing: number
  acknowledged: number
}

/** A batch that was counted now. */
export interface CountedResult {
  batch: StoredBatch
  counted: BatchCounts | null
  after: StreamState | null
  missing: number
}

/** What of a stream is counted already, to be asked in its order. */
export interface CountedNeighbours {
  stateBefore(batch: StoredBatch): Promise<StreamState | null>
  countedAfter(batch: StoredBatch): Promise<StoredBatch | null>
}

export interface StreamLimits {
  batches: number
  bytes: number
}

export interface StreamResult {
  done: CountedResult[]
  /** The batch the stream is counted up to now; null where that did not change. */
  head: CountedResult | null
  /** A counted batch whose turn comes again in a later run, since this one has done enough. */
  again: StoredBatch | null
  /** Chat of batches counted for the first time, with nothing counted after them. */
  chat: readonly Received<ChatMessage>[]
  /** Players who came, of the same batches. */
  arrivals: readonly Received<PlayerArrival>[]
}

type Received<Fact> = Fact & Pick<StoredBatch, 'receivedAt'>

/**
 * Counts the waiting batches of a stream in the order of their positions. A batch before the stream's head is
 * counted in its place, and those after it are recounted one by one until one ends in the same state as
 * before: the rest is then still correct. At most about `enough` is recounted.
 */
export async function countStream(
  stream: StreamRow,
  waiting: readonly StoredBatch[],
  neighbours: CountedNeighbours,
  enough: StreamLimits,
): Promise<StreamResult> {
  const queue = [...waiting]
  const done: CountedResult[] = []
  const chat: Received<ChatMessage>[] = []
  const arrivals: Received<PlayerArrival>[] = []
  const head = { at: stream.head, state: stream.state, done: null as CountedResult | null }
  let bytes = 0
  // Right after a batch was counted its end is the beginning of the next one, unless something counted lies between.
  let known: { state: StreamState | null } | null = null
  for (let batch = queue.shift(); batch; batch = queue.shift()) {
    const late: boolean = batch.at <= head.at
    const before: StreamState | null = known
      ? known.state
      : late
        ? await neighbours.stateBefore(batch)
        : head.state
    const { facts, ...one }: CountedResult & { facts: BatchFacts } = countStoredBatch(
      batch,
      before,
      stream.token !== '',
    )
    done.push(one)
    bytes += batch.body.length
    const next: StoredBatch | null = late ? await neighbours.countedAfter(batch) : null
    if (next === null) {
      head.at = batch.at
      head.state = one.after
      head.done = one
      const { counted, receivedAt } = batch
      if (counted === null) {
        chat.push(...facts.chat.map((line) => ({ ...line, receivedAt })))
        arrivals.push(...facts.arrivals.map((arrival) => ({ ...arrival, receivedAt })))
      }
    }
    known = { state: one.after }
    if (next === null || (queue[0] && isBefore(queue[0], next))) continue
    if (hasSameEnd(one)) known = null
    else if (done.length < enough.batches && bytes < enough.bytes) queue.unshift(next)
    else return { done, head: head.done, again: next, chat, arrivals }
  }
  return { done, head: head.done, again: null, chat, arrivals }
}

/** What a batch says of the present. */
interface BatchFacts {
  chat: readonly ChatMessage[]
  arrivals: readonly PlayerArrival[]
}

function countStoredBatch(batch: StoredBatch, before: StreamState | null, numbered: boolean) {
  const board = parseBoardMode(batch.board)
  const { missing, after, players, anomalies, chat, arrivals } = countBatch(before, {
    ...batch,
    board,
    numbered,
  })
  const unacknowledged = Math.max(0, missing - batch.acknowledged)
  return { batch, counted: { players, anomalies }, after, missing: unacknowledged, facts: { chat, arrivals } }
}

/** Whether the batches after this one were counted from the same beginning as now. */
function hasSameEnd({ batch, after }: CountedResult): boolean {
  return batch.after !== null && after !== null && isSameState(batch.after, after)
}

function isBefore(one: StoredBatch, other: StoredBatch): boolean {
  if (one.at !== other.at) return one.at < other.at
  if (one.begins !== other.begins) return one.begins < other.begins
  if (one.ends !== other.ends) return one.ends < other.ends
  return one.key < other.key
}
