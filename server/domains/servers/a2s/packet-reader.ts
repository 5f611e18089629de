/** Reads little-endian values off a packet; null where the packet ends too early. */
export class PacketReader {
  readonly #bytes: Buffer
  #offset: number

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.#offset = at
  }

  byte(): number | null {
    const at = this.#take(1)
    return at === null ? null : this.#bytes.readUInt8(at)
  }

  uint16(): number | null {
    const at = this.#take(2)
    return at === null ? null : this.#bytes.readUInt16LE(at)
  }

  float(): number | null {
    const at = this.#take(4)
    return at === null ? null : this.#bytes.readFloatLE(at)
  }

  /** A UTF-8 text that ends with a zero byte. */
  text(): string | null {
    const end = this.#bytes.indexOf(0, this.#offset)
    if (end === -1) return null
    const text = this.#bytes.toString('utf8', this.#offset, end)
    this.#offset = end + 1
    return text
  }

  /** Skips bytes; false if there are fewer. */
  skip(count: number): boolean {
    return this.#take(count) !== null
  }

  #take(count: number): number | null {
    const at = this.#offset
    if (at + count > this.#bytes.length) return null
    this.#offset = at + count
    return at
  }
}
