import type { Happening } from '../happenings.ts'

/** One happening as it was written: `text` is its line with the line end, or empty. */
export interface Entry {
  /** Counts up from 0. */
  index: number
  begin: number
  end: number
  text: string
  happening: Happening
}

/** The log since the start of the instance, by byte offset; only its newest part is kept. */
export class LogBook {
  readonly #kept: number
  #entries: Entry[] = []
  #size = 0
  #count = 0

  constructor(kept = 20_000) {
    this.#kept = kept
  }

  /** Entries written so far. */
  get count(): number {
    return this.#count
  }

  write(text: string, happening: Happening): void {
    const begin = this.#size
    this.#size += Buffer.byteLength(text)
    this.#entries.push({ index: this.#count++, begin, end: this.#size, text, happening })
    if (this.#entries.length > 1.25 * this.#kept) this.#entries = this.#entries.slice(-this.#kept)
  }

  /** The kept entries from an index on, up to about `maxBytes`. */
  from(index: number, maxBytes: number): Entry[] {
    const oldest = this.#entries.at(0)?.index ?? 0
    const rest = this.#entries.slice(Math.max(0, index - oldest))
    const start = rest.at(0)?.begin ?? 0
    const length = rest.findIndex((entry) => entry.end > start + maxBytes)
    return length < 0 ? rest : rest.slice(0, Math.max(1, length))
  }
}
