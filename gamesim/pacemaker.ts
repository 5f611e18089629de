import type { SimulationContext } from './simulation-context.ts'

const tickMs = 50
/** After a stop of the whole process (a suspended machine) the game does not hurry after. */
const maxTickMs = 1000

/** Moves the game clock by the wall clock, `pace` times as fast. */
export class ClockDriver {
  readonly #context: SimulationContext
  #timer: NodeJS.Timeout | null = null
  #last = 0

  constructor(world: SimulationContext) {
    this.#context = world
  }

  /** Does nothing at pace 0. */
  start(): void {
    if (this.#context.pace === 0 || this.#timer) return
    this.#last = this.#context.wallClock()
    this.#timer = setInterval(() => this.#tick(), tickMs)
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  #tick(): void {
    const now = this.#context.wallClock()
    const passed = Math.min(maxTickMs, now - this.#last)
    this.#last = now
    this.#context.clock.advance(Math.round(passed * this.#context.pace))
  }
}
