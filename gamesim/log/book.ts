import type { Happening } from '../happenings.ts'

/** One happening as it was written: `text` is its line with the line end, or empty. */
export interface Entry {
  /** Counts up from 0. */
  index: number
  /** Counts the logs begun: each has its own offsets. */
  log: number
  begin: number
  end: number
  text: string
  happening: Happening
}

/** Everything written since the start of the instance, by byte offset; only its newest part is kept. */
export class LogBook {
  readonly #kept: number
  #entries: Entry[] = []
  #log = 0
  #size = 0
  #count = 0

  constructor(kept = 20_000) {
    this.#kept = kept
  }

  /** Entries written so far. */
  get count(): number {
    return this.#count
  }

  /** What is written from here on counts its offsets from 0 again. */
  beginLog(): void {
    this.#log += 1
    this.#size = 0
  }

  write(text: string, happening: Happening): void {
    const begin = this.#size
    this.#size += Buffer.byteLength(text)
    this.#entries.push({ index: this.#count++, log: this.#log, begin, end: this.#size, text, happening })
    if (this.#entries.length > 1.25 * this.#kept) this.#entries = this.#entries.slice(-this.#kept)
  }

  /** The kept entries from an index on, all of one log, up to about `maxBytes`. */
  from(index: number, maxBytes: number): Entry[] {
    const rest = this.since(index)
    const [first] = rest
    if (!first) return rest
    const length = rest.findIndex(({ end, log }) => log !== first.log || end > first.begin + maxBytes)
    return length < 0 ? rest : rest.slice(0, Math.max(1, length))
  }

  /** All kept entries from an index on. */
  since(index: number): Entry[] {
    const oldest = this.#entries.at(0)?.index ?? 0
    return this.#entries.slice(Math.max(0, index - oldest))
  }
}
