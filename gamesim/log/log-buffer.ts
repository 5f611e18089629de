import type { GameEvent } from '../game-events.ts'

/** One gameEvent as it was written: `text` is its line with the line end, or empty. */
export interface LogEntry {
  /** Counts up from 0. */
  index: number
  /** Counts the logs begun: each has its own offsets. */
  log: number
  begin: number
  end: number
  text: string
  event: GameEvent
}

/** The log since the start of the instance, by byte offset; only the newest part is buffered. */
export class LogBuffer {
  readonly #maxEntries: number
  #entries: LogEntry[] = []
  #log = 0
  #size = 0
  #count = 0

  constructor(maxEntries = 20_000) {
    this.#maxEntries = maxEntries
  }

  /** Entries written so far. */
  get count(): number {
    return this.#count
  }

  /** What is written from here on counts its offsets from 0 again. */
  startLog(): void {
    this.#log += 1
    this.#size = 0
  }

  append(text: string, gameEvent: GameEvent): void {
    const begin = this.#size
    this.#size += Buffer.byteLength(text)
    this.#entries.push({
      index: this.#count++,
      log: this.#log,
      begin,
      end: this.#size,
      text,
      event: gameEvent,
    })
    if (this.#entries.length > 1.25 * this.#maxEntries) this.#entries = this.#entries.slice(-this.#maxEntries)
  }

  /** The buffered entries of one log from an index on, up to about `maxBytes`. */
  readFrom(index: number, maxBytes: number): LogEntry[] {
    const rest = this.readAll(index)
    const [first] = rest
    if (!first) return rest
    const length = rest.findIndex(({ end, log }) => log !== first.log || end > first.begin + maxBytes)
    return length < 0 ? rest : rest.slice(0, Math.max(1, length))
  }

  /** All buffered entries from an index on. */
  readAll(index: number): LogEntry[] {
    const oldest = this.#entries.at(0)?.index ?? 0
    return this.#entries.slice(Math.max(0, index - oldest))
  }
}
