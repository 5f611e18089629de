/**
 * Loads one at a time, so that an older answer never replaces a newer one: whoever asks while one load runs is served
 * by the next, which begins after it and is shared by all who asked.
 */
export class SingleFlight {
  readonly #load: () => Promise<void>
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(load: () => Promise<void>) {
    this.#load = load
  }

  get isBusy(): boolean {
    return this.#running !== undefined
  }

  /** Resolves after a load that began now or later; rejects with what it threw. */
  run(): Promise<void> {
    if (this.#next) return this.#next
    if (!this.#running) return this.#start()
    const start = () => {
      this.#next = undefined
      return this.#start()
    }
    this.#next = this.#running.then(start, start)
    return this.#next
  }

  /** Resolves once nothing is loaded any more, whether it failed or not. */
  async settled(): Promise<void> {
    await (this.#next ?? this.#running)?.catch(() => undefined)
  }

  #start(): Promise<void> {
    this.#running = this.#load().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }
}
