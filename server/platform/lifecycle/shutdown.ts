import type { Logger } from 'pino'

interface Part {
  name: string
  stop: () => void | Promise<void>
}

/** The started components, stopped in reverse order. */
export class ShutdownStack {
  readonly #log: Logger
  readonly #started: { parts: Part[]; beside: boolean }[] = []
  #stopping: Promise<void> | undefined

  constructor(log: Logger) {
    this.#log = log
  }

  add(name: string, stop: Part['stop']): void {
    this.#started.push({ parts: [{ name, stop }], beside: false })
  }

  /** Adds a part that needs none of those added this way right before it: they stop at once, not one after the other. */
  addParallel(name: string, stop: Part['stop']): void {
    const last = this.#started.at(-1)
    if (last?.beside === true) last.parts.push({ name, stop })
    else this.#started.push({ parts: [{ name, stop }], beside: true })
  }

  /** Stops everything, each part after those that were started later; one that fails is logged and does not keep the others. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll()
    return this.#stopping
  }

  async #stopAll(): Promise<void> {
    for (const { parts } of this.#started.toReversed())
      await Promise.all(parts.map((part) => this.#stopOne(part)))
  }

  async #stopOne({ name, stop }: Part): Promise<void> {
    try {
      await stop()
      this.#log.debug({ part: name }, 'stopped')
    } catch (error) {
      this.#log.error({ err: error, part: name }, 'did not stop in order')
    }
  }
}
