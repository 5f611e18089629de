import { startWorker } from '../../../platform/lifecycle/worker.ts'
import { type ClaimedWork, runClaimedWork, claimDueWork } from './due-work.ts'
import { type DueKind, type DueRow, paymentsChannel, selectDueRows } from './due-work.store.ts'
import type { PaymentsContext } from '../payments-context.ts'

/**
 * The concurrency of each kind, per provider where it waits for one: a call that hangs delays no other
 * provider, and queries delay neither refunds nor fulfilments.
 */
const concurrency: Readonly<Record<DueKind, number>> = { settle: 4, refund: 2, fulfil: 2, close: 1 }
/**
 * A NOTIFY may be lost, and another process may write an earlier due time; nothing is late by more than this.
 */
const tickMs = 2_000
/** Due rows that could not be claimed are claimed by another worker: pause before looking again. */
const leastRestMs = 50
const stopTimeoutMs = 1_000

export interface PaymentsWorker {
  /**
   * Claims nothing more and waits up to a second for the work in progress; the next worker repeats the rest.
   */
  stop: () => Promise<void>
}

/**
 * Runs due payment work: queries providers, fulfils, refunds, closes. Any number of processes may do so on
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
    const started = await this.#startDue(waiting)
    return started === 0 ? this.#restMs(waiting) : 0
  }

  async drain(): Promise<void> {
    await Promise.all([...this.#inProgress.values()].flatMap((works) => [...works]))
  }

  /** Starts due work up to the concurrency limit; returns how much it started. */
  async #startDue(waiting: readonly DueRow[]): Promise<number> {
    const now = this.#payments.context.clock.now()
    let claimed = 0
    for (const one of waiting) {
      if (one.due > now) continue
      for (const due of await claimDueWork(this.#payments, one, this.#free(one))) {
        this.#begin(one, due)
        claimed += 1
      }
    }
    return claimed
  }

  #free(waiting: DueRow): number {
    return concurrency[waiting.kind] - (this.#inProgress.get(nameOf(waiting))?.size ?? 0)
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

  /**
   * Returns the time until work is due that may run now; when all slots are busy, the first free one wakes
   * the worker.
   */
  #restMs(waiting: readonly DueRow[]): number {
    const now = this.#payments.context.clock.now().getTime()
    const ms = Math.min(...waiting.map(({ due }) => due.getTime() - now), tickMs)
    return Math.max(ms, leastRestMs)
  }
}

function nameOf({ kind, provider }: DueRow): string {
  return `${kind} ${provider ?? ''}`
}
