import type { PaymentJobStep } from '../../payments-context.ts'

/** Thrown at a step to end its process: what the process was doing is rolled back or committed. */
export class Crash extends Error {
  override name = 'Crash'
}

/** Between these and the end of their transaction rows are locked: their actions run without being awaited. */
const inTransaction: ReadonlySet<PaymentJobStep> = new Set([
  'order-written',
  'event-stored',
  'locked',
  'paid-written',
  'fulfilled',
  'settled',
  'refund-written',
  'refund-locked',
  'refund-done',
])

/** Actions and crashes at the next, or n-th, time that a step is reached. */
export class Hooks {
  #crashes: { step: PaymentJobStep; left: number }[] = []
  #meanwhile: { step: PaymentJobStep; act: () => Promise<void> }[] = []
  #begun: Promise<void>[] = []
  /** How many processes have died. */
  crashed = 0

  crashAt(step: PaymentJobStep, nth: number): void {
    this.#crashes.push({ step, left: nth })
  }

  meanwhile(step: PaymentJobStep, act: () => Promise<void>): void {
    this.#meanwhile.push({ step, act })
  }

  /** The `at` of a payments context. */
  readonly reached = async (step: PaymentJobStep): Promise<void> => {
    const due = this.#crashes.filter((one) => one.step === step && --one.left === 0)
    this.#crashes = this.#crashes.filter((one) => !due.includes(one))
    const other = this.#meanwhile.find((one) => one.step === step)
    if (other) {
      this.#meanwhile = this.#meanwhile.filter((one) => one !== other)
      const acting = other.act()
      if (inTransaction.has(step)) this.#begun.push(acting)
      else await acting
    }
    if (due.length === 0) return
    this.crashed += 1
    throw new Crash(step)
  }

  /** Resolves when everything started in parallel has ended. */
  async settled(): Promise<void> {
    while (this.#begun.length > 0) await Promise.all(this.#begun.splice(0))
  }

  reset(): void {
    this.#crashes = []
    this.#meanwhile = []
  }
}
