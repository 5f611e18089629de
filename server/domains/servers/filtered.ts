import { limitConcurrency } from '../../platform/lifecycle/concurrency-limit.ts'
import { type Body, makeSmallBody } from './body.ts'

/** How much the kept answers of one snapshot may hold, bytes. */
const keptMaxBytes = 8 << 20

/** Of the whole process: filters anybody may invent shall leave time for everything else. */
const build = limitConcurrency(2)

/** The filtered answers of one snapshot: made when asked for, and kept as far as there is room. */
export class FilteredBodies {
  readonly #maxBytes: number
  readonly #making = new Map<string, Promise<Body>>()
  readonly #kept = new Map<string, Body>()
  #bytes = 0

  constructor(maxBytes = keptMaxBytes) {
    this.#maxBytes = maxBytes
  }

  /** The answer kept under a key, or one made of the JSON that `write` gives; all who wait share it. */
  get(key: string, write: () => string): Body | Promise<Body> {
    return this.#kept.get(key) ?? this.#making.get(key) ?? this.#make(key, write)
  }

  async #make(key: string, write: () => string): Promise<Body> {
    const making = build(() => makeSmallBody(write()))
    this.#making.set(key, making)
    try {
      const body = await making
      this.#keep(key, body)
      return body
    } finally {
      this.#making.delete(key)
    }
  }

  #keep(key: string, body: Body): void {
    this.#kept.set(key, body)
    this.#bytes += sizeOf(body)
    for (const [oldest, old] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) return
      this.#kept.delete(oldest)
      this.#bytes -= sizeOf(old)
    }
  }
}

function sizeOf({ plain, gzip }: Body): number {
  return plain.length + gzip.length
}
