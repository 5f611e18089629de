import type { Clock } from '../../../platform/clock/clock.ts'

const initialPauseMs = 1_000
const maxPauseMs = 300_000

/** Streams that could not be counted and are left alone for a while, each time for longer. */
export class StreamBackoff {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #streams = new Map<string, { until: number; pauseMs: number }>()

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  add(stream: string): void {
    const last = this.#streams.get(stream)?.pauseMs ?? initialPauseMs / 2
    const pauseMs = Math.min(last * 2, maxPauseMs)
    this.#streams.set(stream, { until: this.#clock.monotonicMs() + pauseMs, pauseMs })
  }

  wentWell(streams: readonly string[]): void {
    for (const stream of streams) this.#streams.delete(stream)
  }

  /** Those whose time has not come again. */
  ids(): string[] {
    const now = this.#clock.monotonicMs()
    return [...this.#streams].flatMap(([stream, { until }]) => (until > now ? [stream] : []))
  }
}
