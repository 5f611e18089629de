/**
 * Loads one at a time, so that an older answer never replaces a newer one: calls made during a load share the
 * next one, which begins after it.
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

  /** Resolves after a load that began now or later; rejects with that load's error. */
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
