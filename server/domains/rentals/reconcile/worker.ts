import { setTimeout as wait } from 'node:timers/promises'
import { Signal } from '../../../platform/lifecycle/signal.ts'
import type { Fleet } from '../fleet.ts'
import { leasesChannel } from '../lease-store.ts'
import { doTurn, reachOf } from './due.ts'
import { selectNextDue, takeLeases } from './take-store.ts'
import { type WatcherOptions, startWatcher } from './watcher.ts'

/** So many leases at once: one whose machine hangs keeps nobody else waiting. */
const handsMax = 8
/** A NOTIFY may be lost; nothing is late by more than this. */
const tickMs = 5_000
/** What is due and not to be had is in somebody's hands: it is not looked for without a pause. */
const leastRestMs = 20
const retryMs = 1_000
const stopWithinMs = 1_000

export interface Reconciler {
  /** Takes nothing more and lets what is in progress end, for a second; what does not is gone on with by the next one. */
  stop: () => Promise<void>
}

export interface ReconcilerOptions {
  hands?: number
  watching?: WatcherOptions
}

/**
 * Keeps practice servers as they are wanted, for ever: does what is due about leases, and watches what stands. Any number of
 * processes may do so on one database; of those with the same machines one watches.
 */
export function startReconciler(
  fleet: Fleet,
  { hands = handsMax, watching }: ReconcilerOptions = {},
): Reconciler {
  const stopping = new AbortController()
  const watcher = startWatcher(fleet, watching)
  const running = new Loop(fleet, hands).run(stopping.signal)
  return {
    async stop() {
      stopping.abort()
      const early = new AbortController()
      const late = wait(stopWithinMs, undefined, { signal: early.signal }).catch(() => undefined)
      await Promise.race([Promise.all([running, watcher.stop()]), late])
      early.abort()
    },
  }
}

class Loop {
  readonly #fleet: Fleet
  readonly #hands: number
  readonly #wake = new Signal()
  readonly #inProgress = new Set<Promise<void>>()
  #unlisten: (() => void) | undefined

  constructor(fleet: Fleet, hands: number) {
    this.#fleet = fleet
    this.#hands = hands
  }

  async run(stop: AbortSignal): Promise<void> {
    const { context } = this.#fleet
    while (!stop.aborted) {
      try {
        this.#unlisten ??= await context.database.listen(leasesChannel, () => this.#wake.notify())
        const taken = await this.#take()
        if (taken === 0) await this.#wake.wait(await this.#restMs(), stop)
      } catch (error) {
        context.log.warn({ err: error }, 'no practice server is looked after now, trying again')
        await wait(retryMs, undefined, { signal: stop }).catch(() => undefined)
      }
    }
    this.#unlisten?.()
    await Promise.all(this.#inProgress)
  }

  /** Begins what is due, as far as there are hands; answers how much that was. */
  async #take(): Promise<number> {
    const { database, clock } = this.#fleet.context
    const free = this.#hands - this.#inProgress.size
    if (free <= 0) return 0
    const all = await takeLeases(database, reachOf(this.#fleet), clock.now(), free)
    for (const taken of all) {
      const turn = doTurn(this.#fleet, taken).finally(() => {
        this.#inProgress.delete(turn)
        this.#wake.notify()
      })
      this.#inProgress.add(turn)
    }
    return all.length
  }

  async #restMs(): Promise<number> {
    if (this.#inProgress.size >= this.#hands) return tickMs
    const { database, clock } = this.#fleet.context
    const now = clock.now()
    const due = await selectNextDue(database, reachOf(this.#fleet), now)
    const ms = due === null ? tickMs : due.getTime() - now.getTime()
    return Math.min(Math.max(ms, leastRestMs), tickMs)
  }
}
