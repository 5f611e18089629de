/** One Source RCON packet. */
export interface RconPacket {
  id: number
  type: number
  body: string
}

export const rconPacketType = { auth: 3, command: 2, authAnswer: 2, answer: 0 } as const

const headerBytes = 10
const maxRequestBytes = 4096

/** Frames a packet: size, id, type, text, two zeros. */
export function encodeRcon(packet: RconPacket): Buffer {
  const body = Buffer.from(packet.body, 'utf8')
  const frame = Buffer.alloc(4 + headerBytes + body.length)
  frame.writeInt32LE(headerBytes + body.length, 0)
  frame.writeInt32LE(packet.id, 4)
  frame.writeInt32LE(packet.type, 8)
  body.copy(frame, 12)
  return frame
}

/** Cuts whole packets off a stream of bytes. */
export class RconReader {
  #rest: Buffer = Buffer.alloc(0)

  /** The packets completed by `chunk`; throws a RangeError for a size no client may send. */
  read(chunk: Buffer): RconPacket[] {
    this.#rest = Buffer.concat([this.#rest, chunk])
    const packets: RconPacket[] = []
    while (this.#rest.length >= 4) {
      const size = this.#rest.readInt32LE(0)
      if (size < headerBytes || size > maxRequestBytes) throw new RangeError('bad packet size')
      if (this.#rest.length < 4 + size) break
      packets.push({
        id: this.#rest.readInt32LE(4),
        type: this.#rest.readInt32LE(8),
        body: this.#rest.toString('utf8', 12, 2 + size),
      })
      this.#rest = this.#rest.subarray(4 + size)
    }
    return packets
  }
}
