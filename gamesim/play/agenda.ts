interface Appointment {
  at: number
  order: number
  task: () => void
}

/** The game clock: things to do at game times, in order. It moves only when it is told to. */
export class Agenda {
  /** Game time, ms since the start. */
  now = 0
  #order = 0
  /** Latest first, so that the next one is popped off the end. */
  readonly #appointments: Appointment[] = []

  after(ms: number, task: () => void): void {
    const at = this.now + Math.max(0, Math.round(ms))
    const appointment = { at, order: ++this.#order, task }
    let low = 0
    let high = this.#appointments.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.#appointments[middle]
      if (other && other.at > at) low = middle + 1
      else high = middle
    }
    this.#appointments.splice(low, 0, appointment)
  }

  /** Moves the clock on by `ms`, doing everything that falls due on the way. */
  step(ms: number): void {
    const end = this.now + ms
    for (let next = this.#appointments.at(-1); next && next.at <= end; next = this.#appointments.at(-1)) {
      this.#appointments.pop()
      this.now = next.at
      next.task()
    }
    this.now = end
  }
}
