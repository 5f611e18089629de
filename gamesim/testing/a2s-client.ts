import { type Socket, createSocket } from 'node:dgram'
import { once } from 'node:events'

export const infoRequest = Buffer.from('\xff\xff\xff\xffTSource Engine Query\0', 'latin1')

/** A2S_PLAYER with a challenge, by default the request for one. */
export function playersRequest(challenge = Buffer.from([255, 255, 255, 255])): Buffer {
  return Buffer.concat([Buffer.from('\xff\xff\xff\xffU', 'latin1'), challenge])
}

/** A socket that asks one thing at a time. */
export class A2sClient {
  readonly #socket: Socket

  private constructor(socket: Socket) {
    this.#socket = socket
  }

  static async open(): Promise<A2sClient> {
    const socket = createSocket('udp4')
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    return new A2sClient(socket)
  }

  /** The first datagram that comes back; null when none came within `waitMs`. */
  async request(port: number, question: Buffer, waitMs = 2000): Promise<Buffer | null> {
    const answer = once(this.#socket, 'message', { signal: AbortSignal.timeout(waitMs) })
    this.#socket.send(question, port, '127.0.0.1')
    try {
      const [message]: unknown[] = await answer
      return Buffer.isBuffer(message) ? message : null
    } catch {
      return null
    }
  }

  /** Asks with the challenge that a first answer gave, as clients do. */
  async requestWithChallenge(port: number, question: Buffer): Promise<Buffer | null> {
    const first = await this.request(port, question)
    if (first === null || first.readUInt8(4) !== 0x41) return first
    const bare = question.readUInt8(4) === 0x54 ? question : question.subarray(0, 5)
    return this.request(port, Buffer.concat([bare, first.subarray(5, 9)]))
  }

  close(): void {
    this.#socket.close()
  }
}
