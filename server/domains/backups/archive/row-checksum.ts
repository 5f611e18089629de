import { type Hash, createHash, hash } from 'node:crypto'

const newline = 0x0a

/**
 * Tells whether two streams of a table's rows hold the same ones, in whatever order: PostgreSQL promises none. Rows are lines;
 * a line break in a value is written otherwise.
 */
export class RowChecksum {
  rows = 0
  #low = 0
  #high = 0
  /** Of a row that goes on in the next chunk. */
  #begun: Hash | null = null

  add(chunk: Uint8Array): void {
    let from = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      const line = chunk.subarray(from, at)
      this.#count(this.#begun ? this.#begun.update(line).digest() : hash('sha256', line, 'buffer'))
      this.#begun = null
      from = at + 1
    }
    if (from < chunk.length) this.#begun = (this.#begun ?? createHash('sha256')).update(chunk.subarray(from))
  }

  async addAll(stream: AsyncIterable<Uint8Array>): Promise<this> {
    for await (const chunk of stream) this.add(chunk)
    return this
  }

  equals(other: RowChecksum): boolean {
    return (
      this.rows === other.rows &&
      this.#low === other.#low &&
      this.#high === other.#high &&
      this.#begun === null &&
      other.#begun === null
    )
  }

  #count(digest: Buffer): void {
    this.rows += 1
    this.#low = (this.#low + digest.readUInt32LE(0)) >>> 0
    this.#high = (this.#high + digest.readUInt32LE(4)) >>> 0
  }
}
