import { settleWithin } from '../../../platform/lifecycle/with-timeout.ts'
import { startWorker } from '../../../platform/lifecycle/worker.ts'
import type { Fleet } from '../fleet.ts'
import { rentalsChannel } from '../rentals.store.ts'
import { reconcileSafely, getReach } from './reconcile-due.ts'
import { selectNextDue, claimRentals } from './claims.store.ts'
import { type HostWatcherOptions, startHostWatcher } from './watch/host-watcher.worker.ts'

/** Rentals worked on concurrently: a host that hangs delays only its own rentals. */
const defaultConcurrency = 8
/** A NOTIFY may be lost; nothing is late by more than this. */
const pollMs = 5_000
/** Due rows that could not be claimed are claimed by another worker: pause before looking again. */
const minSleepMs = 20
const stopTimeoutMs = 1_000

export interface Reconciler {
  /**
   * Claims nothing more and waits up to a second for the work in progress; the next process continues the
   * rest.
   */
  stop: () => Promise<void>
}

export interface ReconcilerOptions {
  concurrency?: number
  watching?: HostWatcherOptions
}

/**
 * Keeps rentals in their wanted state: works on due rentals and watches their instances. Any number of
 * processes may do so on one database; of those with the same hosts one watches.
 */
export function startReconciler(
  fleet: Fleet,
  { concurrency = defaultConcurrency, watching }: ReconcilerOptions = {},
): Reconciler {
  const watcher = startHostWatcher(fleet, watching)
  const loop = new ReconcilerLoop(fleet, concurrency, () => worker.notify())
  const worker = startWorker(fleet.context, {
    pass: () => loop.pass(),
    failureMessage: 'rentals are not reconciled now; retrying',
    channels: [rentalsChannel],
    drain: () => loop.drain(),
  })
  return {
    stop: () => settleWithin(stopTimeoutMs, Promise.all([worker.stop(), watcher.stop()])),
  }
}

class ReconcilerLoop {
  readonly #fleet: Fleet
  readonly #concurrency: number
  readonly #onDone: () => void
  readonly #inProgress = new Set<Promise<void>>()

  constructor(fleet: Fleet, concurrency: number, onDone: () => void) {
    this.#fleet = fleet
    this.#concurrency = concurrency
    this.#onDone = onDone
  }

  /** Starts the due work; resolves with the time until the next pass, ms. */
  async pass(): Promise<number> {
    const started = await this.#startDue()
    return started === 0 ? this.#getSleepMs() : 0
  }

  async drain(): Promise<void> {
    await Promise.all(this.#inProgress)
  }

  /** Starts due work up to the concurrency limit; returns how many rentals it claimed. */
  async #startDue(): Promise<number> {
    const { database, clock } = this.#fleet.context
    const free = this.#concurrency - this.#inProgress.size
    if (free <= 0) return 0
    const all = await claimRentals(database, getReach(this.#fleet), clock.now(), free)
    for (const claim of all) {
      const run = reconcileSafely(this.#fleet, claim).finally(() => {
        this.#inProgress.delete(run)
        this.#onDone()
      })
      this.#inProgress.add(run)
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
