import { setTimeout as wait } from 'node:timers/promises'
import { Wake } from '../wake.ts'
import { doDue, takeDue } from './due.ts'
import type { Due } from './due.ts'
import { paymentsChannel, selectNextDue } from './due-store.ts'
import type { Till } from './till.ts'

/** So many things at once: each mostly waits for a provider. */
const atOnce = 8
/** A NOTIFY may be lost, and another process may write what is due sooner; nothing is late by more than this. */
const tickMs = 2_000
/** What is due and not to be had is in somebody's hands: it is not looked for without a pause. */
const leastRestMs = 50
const retryMs = 1_000
const stopWithinMs = 1_000

export interface Janitor {
  /** Takes nothing more and lets what is in progress end, for a second; what does not is done by the next janitor. */
  stop: () => Promise<void>
}

/**
 * Does what is due about money, for ever: asks providers, delivers, pays back, closes. Any number of processes may do so on
 * one database.
 */
export function startJanitor(till: Till): Janitor {
  const stopping = new AbortController()
  const running = new Loop(till).run(stopping.signal)
  return {
    async stop() {
      stopping.abort()
      const late = new AbortController()
      await Promise.race([
        running,
        wait(stopWithinMs, undefined, { signal: late.signal }).catch(() => undefined),
      ])
      late.abort()
    },
  }
}

class Loop {
  readonly #till: Till
  readonly #wake = new Wake()
  readonly #inProgress = new Set<Promise<void>>()
  #unlisten: (() => void) | undefined

  constructor(till: Till) {
    this.#till = till
  }

  async run(stop: AbortSignal): Promise<void> {
    const { database, log } = this.#till.house
    while (!stop.aborted) {
      try {
        this.#unlisten ??= await database.listen(paymentsChannel, () => this.#wake.call())
        const free = atOnce - this.#inProgress.size
        const taken = free > 0 ? await takeDue(this.#till, free) : []
        for (const due of taken) this.#begin(due)
        if (taken.length === 0 || taken.length === free) await this.#wake.wait(await this.#restMs(), stop)
      } catch (error) {
        log.warn({ err: error }, 'nothing about money is done now, trying again')
        await wait(retryMs, undefined, { signal: stop }).catch(() => undefined)
      }
    }
    this.#unlisten?.()
    await Promise.all(this.#inProgress)
  }

  #begin(due: Due): void {
    const work = doDue(this.#till, due).finally(() => {
      this.#inProgress.delete(work)
      this.#wake.call()
    })
    this.#inProgress.add(work)
  }

  async #restMs(): Promise<number> {
    // All hands are busy: the first that is free looks again.
    if (this.#inProgress.size >= atOnce) return tickMs
    const { database, clock } = this.#till.house
    const due = await selectNextDue(database)
    const ms = due ? due.getTime() - clock.now().getTime() : tickMs
    return Math.min(Math.max(ms, leastRestMs), tickMs)
  }
}
