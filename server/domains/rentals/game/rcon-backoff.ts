import type { Clock } from '../../../platform/clock/clock.ts'
import type { GameAddress } from './game.ts'

const firstPauseMs = 15_000
const repeatedPauseMs = 300_000

/**
 * Consoles that refused their password. A server that is just starting may do so, and one that is asked every second bans whoever
 * asks: after a refusal it is left alone, the second time for longer, until it was seen starting anew.
 */
export class RconBackoff {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #known = new Map<string, { until: number }>()

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  isLeftAlone(target: GameAddress): boolean {
    const known = this.#known.get(getTargetKey(target))
    return known !== undefined && this.#clock.monotonicMs() < known.until
  }

  add(target: GameAddress): void {
    const pauseMs = this.#known.has(getTargetKey(target)) ? repeatedPauseMs : firstPauseMs
    this.#known.set(getTargetKey(target), { until: this.#clock.monotonicMs() + pauseMs })
  }

  /** It took the password, or it is not the same run any more. */
  forget(target: GameAddress): void {
    this.#known.delete(getTargetKey(target))
  }
}

function getTargetKey({ host, port }: GameAddress): string {
  return `${host} ${port}`
}
