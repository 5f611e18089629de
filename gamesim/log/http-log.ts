import type { GameEvent } from '../game-events.ts'
import type { LogBuffer } from './log-buffer.ts'
import type { LogDestination } from './log-destination.ts'
import { formatLogLine, formatTimestamp } from './log-lines.ts'

export interface HttpLogOptions {
  buffer: LogBuffer
  /** Epoch ms by the game clock. */
  now: () => number
  openDestination: (url: string) => LogDestination
  /** Whether every map begins its log at offset 0, as CS2 does it. */
  newLogPerMap: boolean
  /** Calls back when the gathering time of a batch is over. */
  scheduleBatch: (task: () => void) => void
}

/** The server's log: writes lines, gathers them and hands them to every destination. */
export class HttpLog {
  isEnabled = true
  readonly #options: HttpLogOptions
  #destinations: LogDestination[] = []
  #isGathering = false

  constructor(options: HttpLogOptions) {
    this.#options = options
  }

  write(gameEvent: GameEvent): void {
    if (!this.isEnabled) return
    const line = formatLogLine(gameEvent)
    const { buffer, now, newLogPerMap } = this.#options
    if (newLogPerMap && gameEvent.kind === 'map-loading') buffer.startLog()
    buffer.append(line === null ? '' : `${formatTimestamp(now())} - ${line}\n`, gameEvent)
    if (this.#destinations.length > 0) this.#scheduleFlush()
  }

  /** A new destination first receives the buffered log. */
  addDestination(url: string): void {
    if (this.#destinations.some((destination) => destination.url === url)) return
    this.#destinations.push(this.#options.openDestination(url))
    this.#scheduleFlush()
  }

  removeDestinations(): void {
    for (const destination of this.#destinations) destination.stop()
    this.#destinations = []
  }

  listUrls(): readonly string[] {
    return this.#destinations.filter((destination) => !destination.gone).map(({ url }) => url)
  }

  /** Sends all that was written; resolves when every destination is through with it. */
  async flush(): Promise<void> {
    await Promise.all(this.#destinations.map((destination) => destination.flushHeldBack()))
  }

  #scheduleFlush(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    this.#options.scheduleBatch(() => {
      this.#isGathering = false
      for (const destination of this.#destinations) void destination.flush()
    })
  }
}
