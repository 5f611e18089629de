import type { Clock } from '../../../platform/clock/clock.ts'

/**
 * Rented servers that refused the RCON password. A starting server may refuse it before it has read its configuration, and a server bans a client
 * that retries every second: after a refusal it is not called for a while, longer each time, the last pause repeated.
 */
export class RconBackoff {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #pausesMs: readonly number[]
  readonly #refusals = new Map<string, { count: number; until: number }>()

  constructor(clock: Pick<Clock, 'monotonicMs'>, pausesMs: readonly number[]) {
    this.#clock = clock
    this.#pausesMs = pausesMs
  }

  isPaused(server: string): boolean {
    const known = this.#refusals.get(server)
    return known !== undefined && this.#clock.monotonicMs() < known.until
  }

  add(server: string): void {
    const count = this.#refusals.get(server)?.count ?? 0
    const pauseMs = this.#pausesMs[Math.min(count, this.#pausesMs.length - 1)] ?? 0
    this.#refusals.set(server, { count: count + 1, until: this.#clock.monotonicMs() + pauseMs })
  }

  /** It took the password, or it has another one, or it is not the same run any more. */
  forget(server: string): void {
    this.#refusals.delete(server)
  }
}
