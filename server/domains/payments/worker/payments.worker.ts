import { startWorker } from '../../../platform/lifecycle/worker.ts'
import { type ClaimedWork, runClaimedWork, claimDueWork } from './due-work.ts'
import { type DueKind, type DueRow, paymentsChannel, selectDueRows } from './due-work.store.ts'
import type { PaymentsContext } from '../payments-context.ts'

/**
 * So many things of a kind at once, of those that wait for a provider at each: one that hangs keeps nobody else waiting, and
 * what is asked keeps nothing from being paid back or delivered.
 */
const hands: Readonly<Record<DueKind, number>> = { settle: 4, 'pay back': 2, deliver: 2, close: 1 }
/** A NOTIFY may be lost, and another process may write what is due sooner; nothing is late by more than this. */
const tickMs = 2_000
/** What is due and not to be had is in somebody's hands: it is not looked for without a pause. */
const leastRestMs = 50
const stopTimeoutMs = 1_000

export interface PaymentsWorker {
  /** Takes nothing more and lets what is in progress end, for a second; what does not is done by the next janitor. */
  stop: () => Promise<void>
}

/**
 * Does what is due about money, for ever: asks providers, delivers, pays back, closes. Any number of processes may do so on
 * one database.
 */
export function startPaymentsWorker(payments: PaymentsContext): PaymentsWorker {
  const loop = new DueWorkLoop(payments, () => worker.notify())
  const worker = startWorker(payments.context, {
    pass: () => loop.pass(),
    failureMessage: 'payments are not processed now; retrying',
    channels: [paymentsChannel],
    drain: () => loop.drain(),
    stopTimeoutMs,
  })
  return worker
}

class DueWorkLoop {
  readonly #payments: PaymentsContext
  readonly #onDone: () => void
  /** The work in progress, by its kind and provider. */
  readonly #inProgress = new Map<string, Set<Promise<void>>>()

  constructor(payments: PaymentsContext, onDone: () => void) {
    this.#payments = payments
    this.#onDone = onDone
  }

  /** Starts the due work; resolves with the time until the next pass, ms. */
  async pass(): Promise<number> {
    const rows = await selectDueRows(this.#payments.context.database)
    const waiting = rows.filter((one) => this.#free(one) > 0)
    const started = await this.#take(waiting)
    return started === 0 ? this.#restMs(waiting) : 0
  }

  async drain(): Promise<void> {
    await Promise.all([...this.#inProgress.values()].flatMap((works) => [...works]))
  }

  /** Begins what is due and has a free hand; answers how much that was. */
  async #take(waiting: readonly DueRow[]): Promise<number> {
    const now = this.#payments.context.clock.now()
    let taken = 0
    for (const one of waiting) {
      if (one.due > now) continue
      for (const due of await claimDueWork(this.#payments, one, this.#free(one))) {
        this.#begin(one, due)
        taken += 1
      }
    }
    return taken
  }

  #free(waiting: DueRow): number {
    return hands[waiting.kind] - (this.#inProgress.get(nameOf(waiting))?.size ?? 0)
  }

  #begin(waiting: DueRow, due: ClaimedWork): void {
    const name = nameOf(waiting)
    const works = this.#inProgress.get(name) ?? new Set()
    this.#inProgress.set(name, works)
    const work = runClaimedWork(this.#payments, due).finally(() => {
      works.delete(work)
      this.#onDone()
    })
    works.add(work)
  }

  /** Until the first thing is due that has a free hand; where all are busy, the first that is free looks again. */
  #restMs(waiting: readonly DueRow[]): number {
    const now = this.#payments.context.clock.now().getTime()
    const ms = Math.min(...waiting.map(({ due }) => due.getTime() - now), tickMs)
    return Math.max(ms, leastRestMs)
  }
}

function nameOf({ kind, provider }: DueRow): string {
  return `${kind} ${provider ?? ''}`
}
