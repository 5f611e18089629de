import type { Happening } from '../happenings.ts'
import type { LogBook } from './book.ts'
import type { Destination } from './destination.ts'
import { lineOf, stamp } from './lines.ts'

export interface HttpLogOptions {
  book: LogBook
  /** Epoch ms by the game clock. */
  now: () => number
  open: (url: string) => Destination
  /** Whether every map begins its log at offset 0, as CS2 does it. */
  perMap: boolean
  /** Calls back when the gathering time of a batch is over. */
  afterBatch: (task: () => void) => void
}

/** The server's log: writes lines, gathers them and hands them to every destination. */
export class HttpLog {
  enabled = true
  readonly #options: HttpLogOptions
  #destinations: Destination[] = []
  #isGathering = false

  constructor(options: HttpLogOptions) {
    this.#options = options
  }

  write(happening: Happening): void {
    if (!this.enabled) return
    const line = lineOf(happening)
    const { book, now, perMap } = this.#options
    if (perMap && happening.kind === 'map-loading') book.beginLog()
    book.write(line === null ? '' : `${stamp(now())} - ${line}\n`, happening)
    if (this.#destinations.length > 0) this.#gather()
  }

  /** A new destination gets what is kept of the log so far first. */
  add(url: string): void {
    if (this.#destinations.some((destination) => destination.url === url)) return
    this.#destinations.push(this.#options.open(url))
    this.#gather()
  }

  removeAll(): void {
    for (const destination of this.#destinations) destination.stop()
    this.#destinations = []
  }

  urls(): readonly string[] {
    return this.#destinations.filter((destination) => !destination.gone).map(({ url }) => url)
  }

  /** Sends all that was written; resolves when every destination is through with it. */
  async flush(): Promise<void> {
    await Promise.all(this.#destinations.map((destination) => destination.flushHeldBack()))
  }

  #gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    this.#options.afterBatch(() => {
      this.#isGathering = false
      for (const destination of this.#destinations) void destination.flush()
    })
  }
}
