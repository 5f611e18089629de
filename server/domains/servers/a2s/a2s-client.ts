import type { RemoteInfo } from 'node:dgram'
import { observeA2s } from '../metrics/call-metrics.ts'
import { QueryFailed } from '../query/query-failed.ts'
import { A2sExchange, type A2sQuestion } from './a2s-exchange.ts'
import type { A2sInfo, A2sPlayer, A2sReply } from './a2s-packets.ts'
import { type UdpAddress, UdpSocket } from './udp-socket.ts'

export type { UdpAddress } from './udp-socket.ts'
export type { A2sInfo, A2sPlayer } from './a2s-packets.ts'

/** How long one try may take (ms; there are two), and how many servers are asked at the same moment. */
export interface A2sOptions {
  timeoutMs: number
  atOnce: number
}

const defaults: A2sOptions = { timeoutMs: 1_000, atOnce: 512 }
const maxChallenges = 20_000

/**
 * Asks Valve game servers over one shared socket. A datagram counts only from the asked address and only while that
 * address is being asked; each address is asked one question at a time. Both questions throw QueryFailed.
 */
export class A2sClient {
  readonly #options: A2sOptions
  readonly #socket = new UdpSocket((datagram, from) => this.#receive(datagram, from))
  readonly #exchanges = new Map<string, A2sExchange>()
  readonly #challenges = new Map<string, Buffer>()
  readonly #tails = new Map<string, Promise<unknown>>()
  readonly #waiting: (() => void)[] = []
  #busy = 0
  #closed = false

  constructor(options: Partial<A2sOptions> = {}) {
    this.#options = { ...defaults, ...options }
  }

  async info(server: UdpAddress): Promise<A2sInfo> {
    const reply = await this.#askInTurn(server, 'info')
    if (reply.kind !== 'info') throw new QueryFailed('no answer')
    return reply.info
  }

  async players(server: UdpAddress): Promise<A2sPlayer[]> {
    const reply = await this.#askInTurn(server, 'players')
    if (reply.kind !== 'players') throw new QueryFailed('no answer')
    return reply.players
  }

  close(): void {
    this.#closed = true
    for (const exchange of this.#exchanges.values()) exchange.stop()
    for (const wake of this.#waiting.splice(0)) wake()
    this.#socket.close()
  }

  #askInTurn(server: UdpAddress, question: A2sQuestion): Promise<A2sReply> {
    const key = addressKey(server)
    const before = this.#tails.get(key)
    const ask = () => observeA2s(question, () => this.#ask(server, key, question))
    const mine = before ? before.then(ask) : ask()
    const tail: Promise<void> = mine.then(
      () => this.#removeTail(key, tail),
      () => this.#removeTail(key, tail),
    )
    this.#tails.set(key, tail)
    return mine
  }

  #removeTail(key: string, tail: Promise<unknown>): void {
    if (this.#tails.get(key) === tail) this.#tails.delete(key)
  }

  async #ask(server: UdpAddress, key: string, question: A2sQuestion): Promise<A2sReply> {
    if (this.#busy >= this.#options.atOnce) await new Promise<void>((wake) => this.#waiting.push(wake))
    if (this.#closed) throw new QueryFailed('the query was stopped')
    this.#busy += 1
    const exchange = new A2sExchange(question, this.#createTransport(server, key), this.#options.timeoutMs)
    this.#exchanges.set(key, exchange)
    try {
      exchange.start()
      return await exchange.answer.promise
    } finally {
      this.#exchanges.delete(key)
      this.#busy -= 1
      this.#waiting.shift()?.()
    }
  }

  #createTransport(server: UdpAddress, key: string) {
    return {
      send: (datagram: Buffer) => this.#socket.send(datagram, server),
      challenge: () => this.#challenges.get(key),
      keepChallenge: (challenge: Buffer | undefined) => this.#keepChallenge(key, challenge),
    }
  }

  #keepChallenge(key: string, challenge: Buffer | undefined): void {
    this.#challenges.delete(key)
    if (challenge === undefined) return
    this.#challenges.set(key, challenge)
    const [oldest] = this.#challenges.keys()
    if (this.#challenges.size > maxChallenges && oldest !== undefined) this.#challenges.delete(oldest)
  }

  #receive(datagram: Buffer, from: RemoteInfo): void {
    this.#exchanges.get(addressKey(from))?.receive(datagram)
  }
}

function addressKey({ address, port }: UdpAddress): string {
  return `${address} ${port}`
}
