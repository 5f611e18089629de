import type { Logger } from 'pino'

/** What has been started, to be stopped in the reverse order. */
export class Running {
  readonly #log: Logger
  readonly #started: { name: string; stop: () => void | Promise<void> }[] = []
  #stopping: Promise<void> | undefined

  constructor(log: Logger) {
    this.#log = log
  }

  add(name: string, stop: () => void | Promise<void>): void {
    this.#started.push({ name, stop })
  }

  /** Stops everything, each part after those that were started later; one that fails is logged and does not keep the others. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll()
    return this.#stopping
  }

  async #stopAll(): Promise<void> {
    for (const { name, stop } of this.#started.toReversed()) {
      try {
        await stop()
        this.#log.debug({ part: name }, 'stopped')
      } catch (error) {
        this.#log.error({ err: error, part: name }, 'did not stop in order')
      }
    }
  }
}
