import type { Queries } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { parseBoardMode } from '@clutch/contract/rules/board-modes.ts'
import type { CountedBatch, Subscriber } from './counted.ts'
import { differencesOf } from './difference.ts'
import { type MatchEvent, type MatchSubscriber, readMatchEvent } from './matchzy.ts'
import { type Done, type Recounted, type Stored, type StreamRow, recount } from './recount.ts'
import { reporterOf } from './reporter.ts'
import type { SaidLine, SaidSubscriber } from './said.ts'
import * as store from './store.ts'

export interface Subscribers {
  counted: readonly Subscriber[]
  match: readonly MatchSubscriber[]
  said?: readonly SaidSubscriber[]
}

type Parts = Pick<AppContext, 'database' | 'clock' | 'log'>

/** A run that failed, and the streams it had taken: one of them may be the reason. */
export class RunFailed extends Error {
  override name = 'RunFailed'
  readonly streams: readonly string[]

  constructor(streams: readonly string[], cause: unknown) {
    super('events could not be counted', { cause })
    this.streams = streams
  }
}

/**
 * Counts what waits of some streams in one transaction, handing it to the subscribers: all of it or nothing. Answers the
 * streams it took; none: nothing waits that nobody else is at. Throws RunFailed.
 */
export async function countSome(
  { database, clock, log }: Parts,
  { counted, match, said = [] }: Subscribers,
  amount: store.Amount,
  except: readonly string[],
): Promise<readonly string[]> {
  let taken: string[] = []
  try {
    await database.transaction().execute(async (tx) => {
      const streams = await store.lockStreams(tx, amount, except)
      taken = streams.map(({ id }) => id)
      if (streams.length === 0) return
      const run = await countStreams(tx, streams, amount)
      if (run.unread > 0) log.debug({ unread: run.unread }, 'events of matches that nobody can read')
      if (run.batches.length > 0) for (const take of counted) await take(tx, run.batches)
      if (run.events.length > 0) for (const take of match) await take(tx, run.events)
      const now = clock.now()
      await store.updateCounted(tx, run.done, now)
      if (run.again.length > 0) await store.updateWaiting(tx, run.again)
      await store.updateStreams(tx, run.steps, now)
      // Who spoke is on the roster now, even if they came with the same batch.
      if (run.said.length > 0) for (const take of said) await take(tx, run.said)
    })
    return taken
  } catch (error) {
    throw new RunFailed(taken, error)
  }
}

interface Run {
  done: Done[]
  again: string[]
  steps: store.StreamStep[]
  batches: CountedBatch[]
  events: MatchEvent[]
  said: SaidLine[]
  /** Reports of matches without any sense. */
  unread: number
}

async function countStreams(tx: Queries, streams: readonly StreamRow[], amount: store.Amount): Promise<Run> {
  const waiting = await store.selectWaiting(tx, streams, amount)
  const run: Run = { done: [], again: [], steps: [], batches: [], events: [], said: [], unread: 0 }
  const neighbours = {
    stateBefore: (batch: Stored) => store.selectStateBefore(tx, batch),
    countedAfter: (batch: Stored) => store.selectCountedAfter(tx, batch),
  }
  for (const stream of streams) {
    const batches = waiting.get(stream.id) ?? []
    if (stream.kind === 'log') addLog(run, stream, await recount(stream, batches, neighbours, amount))
    else addMatch(run, stream, batches)
  }
  return run
}

function addLog(run: Run, stream: StreamRow, { done, head, again, said }: Recounted): void {
  run.done.push(...done)
  if (again) run.again.push(again.id)
  run.steps.push({
    ...sumOf(stream, done),
    ...(head && { head: { at: head.batch.at, state: head.after, heardAt: head.batch.receivedAt } }),
  })
  const { serverId } = stream
  if (serverId !== null) run.said.push(...said.map((line) => ({ ...line, serverId })))
  for (const { batch, players, anomalies } of differencesOf(done)) {
    if (players.length === 0 && anomalies.length === 0) continue
    const mode = parseBoardMode(batch.board)
    run.batches.push({ ...reporterOf(stream), mode, receivedAt: batch.receivedAt, players, anomalies })
  }
}

function addMatch(run: Run, stream: StreamRow, batches: readonly Stored[]): void {
  const done = batches.map((batch) => ({ batch, counted: null, after: null, missing: 0 }))
  run.done.push(...done)
  const heardAt = batches.at(-1)?.receivedAt
  run.steps.push({ ...sumOf(stream, done), ...(heardAt && { head: { at: 0, state: null, heardAt } }) })
  for (const { body, receivedAt } of batches) {
    const event = readMatchEvent(body)
    if (event) run.events.push({ ...reporterOf(stream), receivedAt, event })
    else run.unread += 1
  }
}

/** What a stream's sums grow by; a batch that was counted before is in them already. */
function sumOf({ id }: StreamRow, done: readonly Done[]): store.StreamStep {
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
