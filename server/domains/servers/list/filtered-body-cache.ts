import pLimit from 'p-limit'
import { type EncodedBody, encodeSmallBody } from './encoded-body.ts'

/** Size limit of the cached answers of one snapshot, bytes. */
const defaultMaxBytes = 8 << 20

/** Limit of the whole process, since anyone can make up filters. */
const limitBuilds = pLimit(2)

/** The filtered answers of one snapshot: built on request, and cached while there is room. */
export class FilteredBodyCache {
  readonly #maxBytes: number
  readonly #pending = new Map<string, Promise<EncodedBody>>()
  readonly #cache = new Map<string, EncodedBody>()
  #bytes = 0

  constructor(maxBytes = defaultMaxBytes) {
    this.#maxBytes = maxBytes
  }

  /**
   * Returns the cached answer of a key, or builds it from the JSON that `write` returns; concurrent requests
   * share one build.
   */
  get(key: string, write: () => string): EncodedBody | Promise<EncodedBody> {
    return this.#cache.get(key) ?? this.#pending.get(key) ?? this.#build(key, write)
  }

  async #build(key: string, write: () => string): Promise<EncodedBody> {
    const making = limitBuilds(() => encodeSmallBody(write()))
    this.#pending.set(key, making)
    try {
      const body = await making
      this.#store(key, body)
      return body
    } finally {
      this.#pending.delete(key)
    }
  }

  #store(key: string, body: EncodedBody): void {
    this.#cache.set(key, body)
    this.#bytes += countBytes(body)
    for (const [oldest, old] of this.#cache) {
      if (this.#bytes <= this.#maxBytes) return
      this.#cache.delete(oldest)
      this.#bytes -= countBytes(old)
    }
  }
}

function countBytes({ plain, gzip }: EncodedBody): number {
  return plain.length + gzip.length
}
