import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../../platform/config/config.ts'
import { isUnavailable } from '../../platform/database/unavailable.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Subscriber } from './counted.ts'
import { batchesChannel } from './inbox-store.ts'
import type { MatchSubscriber } from './matchzy.ts'
import { Resting } from './resting.ts'
import { forgetOld } from './retention-store.ts'
import type { SaidSubscriber } from './said.ts'
import { RunFailed, type Subscribers, countSome } from './run.ts'
import type { Amount } from './store.ts'
import { Signal } from '../../platform/lifecycle/signal.ts'

type Parts = Pick<AppContext, 'database' | 'clock' | 'log'> & { config: Pick<Config, 'rawLogDays'> }

/** A NOTIFY may be lost; nothing waits for longer than this. */
const tickMs = 2_000
const retryMs = 1_000
const forgetEveryMs = 3_600_000
const dayMs = 24 * 3_600_000
const usual: Amount = { streams: 100, batches: 500, bytes: 8 * 1024 * 1024 }
const careful: Amount = { ...usual, streams: 1 }

export interface Events {
  stop(): Promise<void>
}

/**
 * Counts what game servers reported, for ever: each subscriber gets everything once, in the transaction that marks it as
 * counted. Any number of processes may do so on one database. `stop` lets the running transaction finish.
 */
export function startEvents(
  context: Parts,
  counted: readonly Subscriber[],
  match: readonly MatchSubscriber[] = [],
  said: readonly SaidSubscriber[] = [],
): Events {
  const stopping = new AbortController()
  const running = new Worker(context, { counted, match, said }).run(stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

class Worker {
  readonly #context: Parts
  readonly #subscribers: Subscribers
  readonly #wake = new Signal()
  readonly #resting: Resting
  #unlisten: (() => void) | undefined
  /** So many runs take one stream each: among those of a failed run one may be the reason. */
  #carefulRuns = 0
  #forgotAtMs = -Infinity

  constructor(context: Parts, subscribers: Subscribers) {
    this.#context = context
    this.#subscribers = subscribers
    this.#resting = new Resting(context.clock)
  }

  async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      try {
        this.#unlisten ??= await this.#context.database.listen(batchesChannel, () => this.#wake.notify())
        const taken = await this.#countSome()
        if (taken) continue
        await this.#forgetWhenDue()
        await this.#wake.wait(tickMs, stop)
      } catch (error) {
        this.#context.log.warn({ err: error }, 'events are not counted now, trying again')
        await wait(retryMs, undefined, { signal: stop }).catch(() => undefined)
      }
    }
    this.#unlisten?.()
  }

  /** Whether anything was there to count, even if it could not be. */
  async #countSome(): Promise<boolean> {
    const amount = this.#carefulRuns > 0 ? careful : usual
    try {
      const taken = await countSome(this.#context, this.#subscribers, amount, this.#resting.ids())
      this.#carefulRuns = Math.max(0, this.#carefulRuns - 1)
      this.#resting.wentWell(taken)
      return taken.length > 0
    } catch (error) {
      if (!(error instanceof RunFailed) || isUnavailable(error.cause)) throw error
      this.#failed(error)
      return true
    }
  }

  /** Of one stream: it rests. Of many: each is tried alone, so that the others go on. */
  #failed(error: RunFailed): void {
    const { streams } = error
    if (streams.length > 1) this.#carefulRuns = streams.length
    else for (const stream of streams) this.#resting.add(stream)
    this.#context.log.error({ err: error.cause, streams: streams.length }, 'a run of counting failed')
  }

  async #forgetWhenDue(): Promise<void> {
    const { clock, database, config } = this.#context
    if (clock.monotonicMs() - this.#forgotAtMs < forgetEveryMs) return
    const more = await forgetOld(database, new Date(clock.now().getTime() - config.rawLogDays * dayMs))
    if (more) this.#wake.notify()
    else this.#forgotAtMs = clock.monotonicMs()
  }
}
