import type { Clock } from '@clutch/server/clock.ts'

/** A clock that a test can put on: the portal then lives later, while nothing it measures takes longer. */
export class AdjustableClock implements Clock {
  #aheadMs = 0

  now(): Date {
    return new Date(Date.now() + this.#aheadMs)
  }

  monotonicMs(): number {
    return performance.now()
  }

  /** So much ahead of the real time from now on, ms; 0 is the real time again. */
  advance(ms: number): void {
    this.#aheadMs = ms
  }
}
