import type { World } from './world.ts'

const beatMs = 50
/** After a stop of the whole process (a suspended machine) the game does not hurry after. */
const longestBeatMs = 1000

/** Moves the game clock by the wall clock, `pace` times as fast. */
export class Pacemaker {
  readonly #world: World
  #timer: NodeJS.Timeout | null = null
  #last = 0

  constructor(world: World) {
    this.#world = world
  }

  /** Does nothing at pace 0. */
  start(): void {
    if (this.#world.pace === 0 || this.#timer) return
    this.#last = this.#world.wall()
    this.#timer = setInterval(() => this.#beat(), beatMs)
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  #beat(): void {
    const now = this.#world.wall()
    const passed = Math.min(longestBeatMs, now - this.#last)
    this.#last = now
    this.#world.agenda.step(Math.round(passed * this.#world.pace))
  }
}
