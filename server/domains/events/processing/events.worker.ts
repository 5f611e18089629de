import type { Config } from '../../../platform/config/config.ts'
import { isUnavailable } from '../../../platform/database/connection/database-unavailable.ts'
import type { AppContext } from '../../../platform/context.ts'
import { batchesChannel } from '../intake/batches.store.ts'
import { deleteOldBatches } from '../retention/retention.service.ts'
import { CountingFailed, type EventSubscribers, countWaitingBatches } from './counting.service.ts'
import type { RunLimits } from './streams.store.ts'
import { startWorker } from '../../../platform/lifecycle/worker.ts'
import type { Clock } from '../../../platform/clock/clock.ts'

const initialPauseMs = 1_000
const maxPauseMs = 300_000

/** Streams that could not be counted and are left alone for a while, each time for longer. */
class StreamBackoff {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #streams = new Map<string, { until: number; pauseMs: number }>()

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  add(stream: string): void {
    const last = this.#streams.get(stream)?.pauseMs ?? initialPauseMs / 2
    const pauseMs = Math.min(last * 2, maxPauseMs)
    this.#streams.set(stream, { until: this.#clock.monotonicMs() + pauseMs, pauseMs })
  }

  wentWell(streams: readonly string[]): void {
    for (const stream of streams) this.#streams.delete(stream)
  }

  /** Those whose time has not come again. */
  ids(): string[] {
    const now = this.#clock.monotonicMs()
    return [...this.#streams].flatMap(([stream, { until }]) => (until > now ? [stream] : []))
  }
}

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'log'> & { config: Pick<Config, 'rawLogDays'> }

/** A NOTIFY may be lost; nothing waits for longer than this. */
const tickMs = 2_000
const cleanupEveryMs = 3_600_000
/** After a partition was in use, as it is while a backup reads it. */
const busyCleanupMs = 60_000
const dayMs = 24 * 3_600_000
const normalLimits: RunLimits = { streams: 100, batches: 500, bytes: 8 * 1024 * 1024 }
const singleStreamLimits: RunLimits = { ...normalLimits, streams: 1 }

export interface EventsWorker {
  stop(): Promise<void>
}

/**
 * Counts the reports of game servers until shutdown: each subscriber gets everything once, in the transaction that marks it as
 * counted. Any number of processes may do so on one database. `stop` lets the running transaction finish.
 */
export function startEventsWorker(context: Dependencies, subscribers: EventSubscribers): EventsWorker {
  const counting = new CountingLoop(context, subscribers)
  return startWorker(context, {
    pass: () => counting.pass(),
    failureMessage: 'events are not counted now; retrying',
    channels: [batchesChannel],
  })
}

class CountingLoop {
  readonly #context: Dependencies
  readonly #subscribers: EventSubscribers
  readonly #backoff: StreamBackoff
  /** The number of remaining runs with one stream each: one of a failed run's streams may be the cause. */
  #singleStreamRuns = 0
  #nextCleanupMs = -Infinity

  constructor(context: Dependencies, subscribers: EventSubscribers) {
    this.#context = context
    this.#subscribers = subscribers
    this.#backoff = new StreamBackoff(context.clock)
  }

  /** Counts what waits; resolves with the time until the next pass, ms. */
  async pass(): Promise<number> {
    if (await this.#countWaiting()) return 0
    return (await this.#cleanUpWhenDue()) ? 0 : tickMs
  }

  /** Whether anything was there to count, even if it could not be. */
  async #countWaiting(): Promise<boolean> {
    const amount = this.#singleStreamRuns > 0 ? singleStreamLimits : normalLimits
    try {
      const claimed = await countWaitingBatches(this.#context, this.#subscribers, amount, this.#backoff.ids())
      this.#singleStreamRuns = Math.max(0, this.#singleStreamRuns - 1)
      this.#backoff.wentWell(claimed)
      return claimed.length > 0
    } catch (error) {
      // Without streams nothing rests: the worker pauses instead.
      if (!(error instanceof CountingFailed) || error.streams.length === 0 || isUnavailable(error.cause))
        throw error
      this.#onFailure(error)
      return true
    }
  }

  /** Of one stream: it rests. Of many: each is tried alone, so that the others go on. */
  #onFailure(error: CountingFailed): void {
    const { streams } = error
    if (streams.length > 1) this.#singleStreamRuns = streams.length
    else for (const stream of streams) this.#backoff.add(stream)
    this.#context.log.error({ err: error.cause, streams: streams.length }, 'a run of counting failed')
  }

  /** Whether more is left to delete at once. */
  async #cleanUpWhenDue(): Promise<boolean> {
    const { clock, database, config } = this.#context
    if (clock.monotonicMs() < this.#nextCleanupMs) return false
    const state = await deleteOldBatches(
      database,
      new Date(clock.now().getTime() - config.rawLogDays * dayMs),
    )
    if (state === 'more') return true
    this.#nextCleanupMs = clock.monotonicMs() + (state === 'busy' ? busyCleanupMs : cleanupEveryMs)
    return false
  }
}
