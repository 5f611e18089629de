import { type RemoteInfo, type Socket, createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { Faults } from '../server/faults.ts'
import type { Random } from '../random.ts'
import type { A2sResponder } from './a2s-responder.ts'

/** The UDP half of a game port, with its faults. */
export class A2sSocket {
  readonly #socket: Socket
  readonly #responder: A2sResponder
  readonly #faults: Faults
  readonly #random: Random
  readonly #isSilent: () => boolean
  #isOpen = true

  private constructor(
    socket: Socket,
    a2s: A2sResponder,
    faults: Faults,
    random: Random,
    isSilent: () => boolean,
  ) {
    this.#socket = socket
    this.#responder = a2s
    this.#faults = faults
    this.#random = random
    this.#isSilent = isSilent
    socket.on('message', (request, sender) => this.#receive(request, sender))
    socket.on('error', () => undefined)
  }

  /** Binds the port (0 takes a free one); rejects with EADDRINUSE when it is taken. */
  static async open(
    at: { host: string; port: number },
    a2s: A2sResponder,
    faults: Faults,
    random: Random,
    isSilent: () => boolean,
  ): Promise<A2sSocket> {
    const socket = createSocket('udp4')
    socket.bind({ address: at.host, port: at.port })
    // One whose number is taken would stay open.
    await once(socket, 'listening').catch((error: unknown) => {
      socket.close()
      throw error
    })
    return new A2sSocket(socket, a2s, faults, random, isSilent)
  }

  get port(): number {
    return this.#socket.address().port
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#socket.close()
    await once(this.#socket, 'close')
  }

  #receive(request: Buffer, sender: RemoteInfo): void {
    if (this.#isLost()) return
    const replies = this.#responder.respond(request, sender.address)
    const [min, max] = this.#faults.delayMs
    if (max <= 0) this.#send(replies, sender)
    else setTimeout(() => this.#send(replies, sender), min + this.#random.next() * (max - min)).unref()
  }

  #isLost(): boolean {
    if (this.#faults.silent || this.#isSilent()) return true
    if (this.#faults.dropRequests > 0) {
      this.#faults.dropRequests -= 1
      return true
    }
    return this.#faults.loss > 0 && this.#random.chance(this.#faults.loss)
  }

  #send(replies: readonly Buffer[], to: RemoteInfo): void {
    if (!this.#isOpen) return
    for (const reply of replies) this.#socket.send(reply, to.port, to.address)
  }
}
