import { eventBatchesPerSecond, eventBytesPerSecond } from '@clutch/contract/limits.ts'
import type { Clock } from '../../../platform/clock/clock.ts'

const burstMs = 10_000

/** The rest of a per-second allowance, refilled over time up to a burst; a negative value is debt. */
class TokenBucket {
  readonly #perMs: number
  #available: number
  #atMs: number

  constructor(perSecond: number, nowMs: number) {
    this.#perMs = perSecond / 1_000
    this.#available = this.#perMs * burstMs
    this.#atMs = nowMs
  }

  /** How long until something can be taken, ms. */
  restMs(nowMs: number): number {
    this.#available = Math.min(this.#perMs * burstMs, this.#available + (nowMs - this.#atMs) * this.#perMs)
    this.#atMs = nowMs
    return this.#available >= 1 ? 0 : (1 - this.#available) / this.#perMs
  }

  take(amount: number): void {
    this.#available -= amount
  }
}

interface Allowance {
  batches: TokenBucket
  bytes: TokenBucket
}

/** How much each game server may send to this process. */
export class IntakeLimits {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #allowances = new Map<string, Allowance>()

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  /** Takes a batch of `bytes` from a server's allowance; returns 0, or the wait in ms. */
  take(reporter: string, bytes: number): number {
    const nowMs = this.#clock.monotonicMs()
    const allowance = this.#allowanceOf(reporter, nowMs)
    const restMs = Math.max(allowance.batches.restMs(nowMs), allowance.bytes.restMs(nowMs))
    if (restMs > 0) return restMs
    allowance.batches.take(1)
    allowance.bytes.take(bytes)
    return 0
  }

  /** Takes bytes that were not announced: they are owed before the next batch. */
  owe(reporter: string, bytes: number): void {
    this.#allowanceOf(reporter, this.#clock.monotonicMs()).bytes.take(bytes)
  }

  #allowanceOf(reporter: string, nowMs: number): Allowance {
    const known = this.#allowances.get(reporter)
    if (known) return known
    const fresh = {
      batches: new TokenBucket(eventBatchesPerSecond, nowMs),
      bytes: new TokenBucket(eventBytesPerSecond, nowMs),
    }
    this.#allowances.set(reporter, fresh)
    return fresh
  }
}
