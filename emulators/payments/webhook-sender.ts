import type { PaymentFaults } from './faults/faults.ts'

/** What the merchant answered to a notify. */
export interface WebhookResponse {
  status: number
  body: string
}

/**
 * One webhook. `post` creates, signs and sends it again each time, with a finite timeout; null if no answer
 * came.
 */
export interface WebhookMessage {
  send: () => Promise<WebhookResponse | null>
  isAccepted: (delivery: WebhookResponse) => boolean
}

interface QueuedMessage {
  message: WebhookMessage
  times: number
}

/**
 * Sends notifies as a provider does, or as its faults have it: at once or late, never, twice, eight at a time, in the
 * opposite order; again after each time of `repeatMs` until the merchant accepts one. What a notify says is not its business.
 */
export class WebhookSender {
  readonly #faults: () => PaymentFaults
  readonly #repeatMs: readonly number[]
  readonly #queue: QueuedMessage[] = []
  readonly #timers = new Set<NodeJS.Timeout>()
  #isStopped = false

  constructor(faults: () => PaymentFaults, repeatMs: readonly number[]) {
    this.#faults = faults
    this.#repeatMs = repeatMs
  }

  /** Resolves once the merchant has answered what is sent at once; what is late or repeated follows by itself. Never rejects. */
  async enqueue(message: WebhookMessage): Promise<void> {
    const { notify, notifyDelayMs } = this.#faults()
    const times = { never: 0, twice: 2, eight: 8 }[notify as string] ?? 1
    if (times === 0) return
    if (notifyDelayMs === 0) return this.#send({ message, times }, 0)
    this.#queue.push({ message, times })
    this.#schedule(notifyDelayMs, () => this.#sendNext())
  }

  stop(): void {
    this.#isStopped = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  async #sendNext(): Promise<void> {
    const next = this.#faults().reorder ? this.#queue.pop() : this.#queue.shift()
    if (next) await this.#send(next, 0)
  }

  async #send({ message, times }: QueuedMessage, attempt: number): Promise<void> {
    const sent = Array.from({ length: times }, () => message.send().catch(() => null))
    const deliveries = await Promise.all(sent)
    if (deliveries.some((delivery) => delivery !== null && message.isAccepted(delivery))) return
    const again = this.#repeatMs[attempt]
    if (again !== undefined) this.#schedule(again, () => this.#send({ message, times: 1 }, attempt + 1))
  }

  #schedule(ms: number, run: () => Promise<void>): void {
    if (this.#isStopped) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      void run()
    }, ms)
    this.#timers.add(timer.unref())
  }
}
