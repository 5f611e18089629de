interface ScheduledTask {
  at: number
  order: number
  task: () => void
}

/** The game clock: tasks at game times, in order. It moves only on request. */
export class GameClock {
  /** Game time, ms since the start. */
  now = 0
  #order = 0
  /** Latest first, so that the next one is popped off the end. */
  readonly #tasks: ScheduledTask[] = []

  schedule(ms: number, task: () => void): void {
    const at = this.now + Math.max(0, Math.round(ms))
    const appointment = { at, order: ++this.#order, task }
    let low = 0
    let high = this.#tasks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.#tasks[middle]
      if (other && other.at > at) low = middle + 1
      else high = middle
    }
    this.#tasks.splice(low, 0, appointment)
  }

  /** Moves the clock on by `ms`, doing everything that falls due on the way. */
  advance(ms: number): void {
    const end = this.now + ms
    for (let next = this.#tasks.at(-1); next && next.at <= end; next = this.#tasks.at(-1)) {
      this.#tasks.pop()
      this.now = next.at
      next.task()
    }
    this.now = end
  }
}
