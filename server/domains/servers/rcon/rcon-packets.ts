/** One Source RCON packet. */
export interface RconPacket {
  id: number
  type: number
  body: Buffer
}

export const rconType = { auth: 3, command: 2, authAnswer: 2, answer: 0 } as const

/** The most bytes of one answer, in one packet or in many. */
export const maxAnswerBytes = 1 << 20

const headerBytes = 10

/** Frames a packet: size, id, type, text, two zeros. */
export function encodePacket(id: number, type: number, text: string): Buffer {
  const body = Buffer.from(text, 'utf8')
  const frame = Buffer.alloc(4 + headerBytes + body.length)
  frame.writeInt32LE(headerBytes + body.length, 0)
  frame.writeInt32LE(id, 4)
  frame.writeInt32LE(type, 8)
  body.copy(frame, 12)
  return frame
}

/** Cuts whole packets off a stream of bytes, copying each chunk once. */
export class PacketStream {
  #chunks: Buffer[] = []
  #length = 0

  /** The packets that `chunk` completes; throws a RangeError for a size no server may send. */
  read(chunk: Buffer): RconPacket[] {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    const packets: RconPacket[] = []
    for (let size = this.#size(); size !== null && this.#length >= 4 + size; size = this.#size()) {
      packets.push(this.#readPacket(size))
    }
    return packets
  }

  #size(): number | null {
    if (this.#length < 4) return null
    if ((this.#chunks[0]?.length ?? 0) < 4) this.#join()
    const size = this.#chunks[0]?.readInt32LE(0) ?? 0
    if (size < headerBytes || size > maxAnswerBytes + headerBytes)
      throw new RangeError('a packet of impossible size')
    return size
  }

  #readPacket(size: number): RconPacket {
    const bytes = this.#join()
    this.#chunks = [bytes.subarray(4 + size)]
    this.#length -= 4 + size
    return { id: bytes.readInt32LE(4), type: bytes.readInt32LE(8), body: bytes.subarray(12, 2 + size) }
  }

  #join(): Buffer {
    const bytes = Buffer.concat(this.#chunks)
    this.#chunks = [bytes]
    return bytes
  }
}
