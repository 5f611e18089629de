import { setTimeout as wait } from 'node:timers/promises'
import { Signal } from '../../../platform/lifecycle/signal.ts'
import type { Fleet } from '../fleet.ts'
import { rentalsChannel } from '../rentals.store.ts'
import { reconcileSafely, getReach } from './reconcile-due.ts'
import { selectNextDue, claimRentals } from './claims.store.ts'
import { type HostWatcherOptions, startHostWatcher } from './watch/host-watcher.worker.ts'

/** So many rentals at once: one whose machine hangs keeps nobody else waiting. */
const defaultConcurrency = 8
/** A NOTIFY may be lost; nothing is late by more than this. */
const pollMs = 5_000
/** What is due and not to be had is in somebody's hands: it is not looked for without a pause. */
const minSleepMs = 20
const retryMs = 1_000
const stopTimeoutMs = 1_000

export interface Reconciler {
  /** Takes nothing more and lets what is in progress end, for a second; what does not is gone on with by the next one. */
  stop: () => Promise<void>
}

export interface ReconcilerOptions {
  hands?: number
  watching?: HostWatcherOptions
}

/**
 * Keeps practice servers as they are wanted, for ever: does what is due about rentals, and watches what stands. Any number of
 * processes may do so on one database; of those with the same machines one watches.
 */
export function startReconciler(
  fleet: Fleet,
  { hands = defaultConcurrency, watching }: ReconcilerOptions = {},
): Reconciler {
  const stopping = new AbortController()
  const watcher = startHostWatcher(fleet, watching)
  const running = new ReconcilerLoop(fleet, hands).run(stopping.signal)
  return {
    async stop() {
      stopping.abort()
      const early = new AbortController()
      const late = wait(stopTimeoutMs, undefined, { signal: early.signal }).catch(() => undefined)
      await Promise.race([Promise.all([running, watcher.stop()]), late])
      early.abort()
    },
  }
}

class ReconcilerLoop {
  readonly #fleet: Fleet
  readonly #concurrency: number
  readonly #signal = new Signal()
  readonly #inProgress = new Set<Promise<void>>()
  #unlisten: (() => void) | undefined

  constructor(fleet: Fleet, hands: number) {
    this.#fleet = fleet
    this.#concurrency = hands
  }

  async run(stop: AbortSignal): Promise<void> {
    const { context } = this.#fleet
    while (!stop.aborted) {
      try {
        this.#unlisten ??= await context.database.listen(rentalsChannel, () => this.#signal.notify())
        const taken = await this.#startDue()
        if (taken === 0) await this.#signal.wait(await this.#getSleepMs(), stop)
      } catch (error) {
        context.log.warn({ err: error }, 'no practice server is looked after now, trying again')
        await wait(retryMs, undefined, { signal: stop }).catch(() => undefined)
      }
    }
    this.#unlisten?.()
    await Promise.all(this.#inProgress)
  }

  /** Begins what is due, as far as there are hands; answers how much that was. */
  async #startDue(): Promise<number> {
    const { database, clock } = this.#fleet.context
    const free = this.#concurrency - this.#inProgress.size
    if (free <= 0) return 0
    const all = await claimRentals(database, getReach(this.#fleet), clock.now(), free)
    for (const taken of all) {
      const turn = reconcileSafely(this.#fleet, taken).finally(() => {
        this.#inProgress.delete(turn)
        this.#signal.notify()
      })
      this.#inProgress.add(turn)
    }
    return all.length
  }

  async #getSleepMs(): Promise<number> {
    if (this.#inProgress.size >= this.#concurrency) return pollMs
    const { database, clock } = this.#fleet.context
    const now = clock.now()
    const due = await selectNextDue(database, getReach(this.#fleet), now)
    const ms = due === null ? pollMs : due.getTime() - now.getTime()
    return Math.min(Math.max(ms, minSleepMs), pollMs)
  }
}
