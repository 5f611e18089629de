import { type SplitPart, maxParts } from './a2s-packets.ts'

const singlePacketHeader = -1

/** Puts one split answer together; a part of another answer begins anew. */
export class SplitReply {
  #id = -1
  #total = 0
  #parts = new Map<number, Buffer>()

  /** Takes a part; returns the payload (what follows the four 0xff) once all are there, in whatever order they came. */
  add(part: SplitPart): Buffer | null {
    if (part.id !== this.#id || part.total !== this.#total) this.#begin(part)
    if (!this.#parts.has(part.number)) this.#parts.set(part.number, Buffer.from(part.payload))
    if (this.#parts.size < this.#total) return null
    const ordered = Array.from({ length: Math.min(this.#total, maxParts) }, (_, at) => this.#parts.get(at))
    const bytes = Buffer.concat(ordered.filter((payload) => payload !== undefined))
    this.#begin({ id: -1, total: 0 })
    return bytes.length > 4 && bytes.readInt32LE(0) === singlePacketHeader ? bytes.subarray(4) : null
  }

  #begin({ id, total }: Pick<SplitPart, 'id' | 'total'>): void {
    this.#id = id
    this.#total = total
    this.#parts = new Map()
  }
}
