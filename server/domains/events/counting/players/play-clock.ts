import { maxPlayGapMs } from '@clutch/contract/limits.ts'

/** Counts the time between lines by the log's own clock; a clock that jumps adds no play time. */
export class PlayClock {
  /** Stamp of the last line, ms. */
  at: number | null
  /** Time that passed since the batch began, ms. */
  now = 0
  /** The same at the line before the last. */
  before = 0

  constructor(at: number | null) {
    this.at = at
  }

  tick(at: number): void {
    this.before = this.now
    this.now += this.at === null ? 0 : Math.min(Math.max(at - this.at, 0), maxPlayGapMs)
    this.at = at
  }
}
