import type { Clock } from '../../../platform/clock/clock.ts'
import type { GameTarget } from './game.ts'

const firstMs = 15_000
const againMs = 300_000

/**
 * Consoles that refused their password. A server that is just starting may do so, and one that is asked every second bans whoever
 * asks: after a refusal it is left alone, the second time for longer, until it was seen starting anew.
 */
export class Refusals {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #known = new Map<string, { until: number }>()

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  isLeftAlone(target: GameTarget): boolean {
    const known = this.#known.get(keyOf(target))
    return known !== undefined && this.#clock.monotonicMs() < known.until
  }

  add(target: GameTarget): void {
    const pauseMs = this.#known.has(keyOf(target)) ? againMs : firstMs
    this.#known.set(keyOf(target), { until: this.#clock.monotonicMs() + pauseMs })
  }

  /** It took the password, or it is not the same run any more. */
  forget(target: GameTarget): void {
    this.#known.delete(keyOf(target))
  }
}

function keyOf({ host, port }: GameTarget): string {
  return `${host} ${port}`
}
