import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { parseBoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import type { CountedBatch, CountsSubscriber } from './counted-batch.ts'
import { diffBatches } from './count-difference.ts'
import { type MatchEvent, type MatchSubscriber, parseMatchEvent } from './match-events.ts'
import {
  type CountedResult,
  type StreamResult,
  type StoredBatch,
  type StreamRow,
  countStream,
} from './count-stream.ts'
import { recordCounted } from './inbox-metrics.ts'
import { toReporter } from '../reporters/reporter.ts'
import type { ArrivalSubscriber, ArrivedPlayer } from '../arrivals/arrivals.ts'
import type { ChatLine, ChatSubscriber } from '../chat/chat-lines.ts'
import * as store from './streams.store.ts'

export interface EventSubscribers {
  counted: readonly CountsSubscriber[]
  match: readonly MatchSubscriber[]
  chat?: readonly ChatSubscriber[]
  arrivals?: readonly ArrivalSubscriber[]
}

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'log'>

/** A run that failed, and the streams it had taken: one of them may be the reason. */
export class CountingFailed extends Error {
  override name = 'CountingFailed'
  readonly streams: readonly string[]

  constructor(streams: readonly string[], cause: unknown) {
    super('events could not be counted', { cause })
    this.streams = streams
  }
}

/**
 * Counts waiting batches of some streams in one transaction and passes them to the subscribers: all or
 * nothing. Returns the streams it claimed; empty: nothing waits that is not claimed by another worker. Throws
 * CountingFailed.
 */
export async function countWaitingBatches(
  { database, clock, log }: Dependencies,
  { counted, match, chat = [], arrivals = [] }: EventSubscribers,
  amount: store.RunLimits,
  except: readonly string[],
): Promise<readonly string[]> {
  let claimed: string[] = []
  try {
    const counts = await database.transaction().execute(async (tx) => {
      const streams = await store.claimStreams(tx, amount, except)
      claimed = streams.map(({ id }) => id)
      if (streams.length === 0) return { batches: 0, kills: 0 }
      const run = await countStreams(tx, streams, amount)
      if (run.unread > 0) log.debug({ unread: run.unread }, 'unreadable match events')
      if (run.batches.length > 0) for (const take of counted) await take(tx, run.batches)
      if (run.events.length > 0) for (const take of match) await take(tx, run.events)
      const now = clock.now()
      await store.markCounted(tx, run.done, now)
      if (run.again.length > 0) await store.requeueBatches(tx, run.again)
      await store.updateStreams(tx, run.steps, now)
      // Who spoke is on the roster now, even if they came with the same batch.
      if (run.chat.length > 0) for (const take of chat) await take(tx, run.chat)
      if (run.arrivals.length > 0) for (const take of arrivals) await take(tx, run.arrivals)
      return { batches: run.done.length, kills: sumKills(run.batches) }
    })
    recordCounted(counts)
    return claimed
  } catch (error) {
    throw new CountingFailed(claimed, error)
  }
}

function sumKills(batches: readonly CountedBatch[]): number {
  return batches.reduce(
    (sum, { players }) => players.reduce((kills, { counts }) => kills + counts.kills, sum),
    0,
  )
}

interface CountingRun {
  done: CountedResult[]
  again: StoredBatch[]
  steps: store.StreamStep[]
  batches: CountedBatch[]
  events: MatchEvent[]
  chat: ChatLine[]
  arrivals: ArrivedPlayer[]
  /** Reports of matches without any sense. */
  unread: number
}

async function countStreams(
  tx: Queries,
  streams: readonly StreamRow[],
  amount: store.RunLimits,
): Promise<CountingRun> {
  const waiting = await store.selectWaitingBatches(tx, streams, amount)
  const run: CountingRun = {
    done: [],
    again: [],
    steps: [],
    batches: [],
    events: [],
    chat: [],
    arrivals: [],
    unread: 0,
  }
  const neighbours = {
    stateBefore: (batch: StoredBatch) => store.selectStateBefore(tx, batch),
    countedAfter: (batch: StoredBatch) => store.selectCountedAfter(tx, batch),
  }
  for (const stream of streams) {
    const batches = waiting.get(stream.id) ?? []
    if (stream.kind === 'log')
      addLogStream(run, stream, await countStream(stream, batches, neighbours, amount))
    else addMatchStream(run, stream, batches)
  }
  return run
}

function addLogStream(
  run: CountingRun,
  stream: StreamRow,
  { done, head, again, chat, arrivals }: StreamResult,
): void {
  run.done.push(...done)
  if (again) run.again.push(again)
  run.steps.push({
    ...toStreamStep(stream, done),
    ...(head && { head: { at: head.batch.at, state: head.after, heardAt: head.batch.receivedAt } }),
  })
  const { serverId } = stream
  if (serverId !== null) {
    run.chat.push(...chat.map((line) => ({ ...line, serverId })))
    run.arrivals.push(...arrivals.map((arrival) => ({ ...arrival, serverId })))
  }
  for (const { batch, players, anomalies } of diffBatches(done)) {
    if (players.length === 0 && anomalies.length === 0) continue
    const mode = parseBoardMode(batch.board)
    run.batches.push({ ...toReporter(stream), mode, receivedAt: batch.receivedAt, players, anomalies })
  }
}

function addMatchStream(run: CountingRun, stream: StreamRow, batches: readonly StoredBatch[]): void {
  const done = batches.map((batch) => ({ batch, counted: null, after: null, missing: 0 }))
  run.done.push(...done)
  const heardAt = batches.at(-1)?.receivedAt
  run.steps.push({ ...toStreamStep(stream, done), ...(heardAt && { head: { at: 0, state: null, heardAt } }) })
  for (const { body, receivedAt } of batches) {
    const event = parseMatchEvent(body)
    if (event) run.events.push({ ...toReporter(stream), receivedAt, event })
    else run.unread += 1
  }
}

/** What a stream's sums grow by; a batch that was counted before is in them already. */
function toStreamStep({ id }: StreamRow, done: readonly CountedResult[]): store.StreamStep {
  const fresh = done.filter(({ batch }) => batch.counted === null)
  const gap = (missing: number) => (missing > 0 ? 1 : 0)
  return {
    id,
    batches: fresh.length,
    bytes: fresh.reduce((sum, { batch }) => sum + batch.body.length, 0),
    gaps: done.reduce((sum, { batch, missing }) => sum + gap(missing) - gap(batch.missing), 0),
    missing: done.reduce((sum, { batch, missing }) => sum + missing - batch.missing, 0),
  }
}
