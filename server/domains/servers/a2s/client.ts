import type { RemoteInfo } from 'node:dgram'
import { ServerSilent } from '../silent.ts'
import { Exchange, type Question } from './exchange.ts'
import type { Info, PlayerRow, Reply } from './parse.ts'
import { type Address, GameSocket } from './socket.ts'

export type { Address } from './socket.ts'
export type { Info, PlayerRow } from './parse.ts'

/** How long one try may take (ms; there are two), and how many servers are asked at the same moment. */
export interface A2sOptions {
  timeoutMs: number
  atOnce: number
}

const defaults: A2sOptions = { timeoutMs: 1_000, atOnce: 512 }
const challengesKept = 20_000

/**
 * Asks Valve game servers over one shared socket. A datagram counts only from the asked address and only while that
 * address is being asked; each address is asked one question at a time. Both questions throw ServerSilent.
 */
export class A2sClient {
  readonly #options: A2sOptions
  readonly #socket = new GameSocket((datagram, from) => this.#receive(datagram, from))
  readonly #open = new Map<string, Exchange>()
  readonly #challenges = new Map<string, Buffer>()
  readonly #tails = new Map<string, Promise<unknown>>()
  readonly #waiting: (() => void)[] = []
  #busy = 0
  #closed = false

  constructor(options: Partial<A2sOptions> = {}) {
    this.#options = { ...defaults, ...options }
  }

  async info(server: Address): Promise<Info> {
    const reply = await this.#inTurn(server, 'info')
    if (reply.kind !== 'info') throw new ServerSilent('no answer')
    return reply.info
  }

  async players(server: Address): Promise<PlayerRow[]> {
    const reply = await this.#inTurn(server, 'players')
    if (reply.kind !== 'players') throw new ServerSilent('no answer')
    return reply.players
  }

  close(): void {
    this.#closed = true
    for (const exchange of this.#open.values()) exchange.stop()
    for (const wake of this.#waiting.splice(0)) wake()
    this.#socket.close()
  }

  #inTurn(server: Address, question: Question): Promise<Reply> {
    const key = keyOf(server)
    const before = this.#tails.get(key)
    const mine = before
      ? before.then(() => this.#ask(server, key, question))
      : this.#ask(server, key, question)
    const tail: Promise<void> = mine.then(
      () => this.#leave(key, tail),
      () => this.#leave(key, tail),
    )
    this.#tails.set(key, tail)
    return mine
  }

  #leave(key: string, tail: Promise<unknown>): void {
    if (this.#tails.get(key) === tail) this.#tails.delete(key)
  }

  async #ask(server: Address, key: string, question: Question): Promise<Reply> {
    if (this.#busy >= this.#options.atOnce) await new Promise<void>((wake) => this.#waiting.push(wake))
    if (this.#closed) throw new ServerSilent('the query was stopped')
    this.#busy += 1
    const exchange = new Exchange(question, this.#line(server, key), this.#options.timeoutMs)
    this.#open.set(key, exchange)
    try {
      exchange.start()
      return await exchange.answer.promise
    } finally {
      this.#open.delete(key)
      this.#busy -= 1
      this.#waiting.shift()?.()
    }
  }

  #line(server: Address, key: string) {
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
    if (this.#challenges.size > challengesKept && oldest !== undefined) this.#challenges.delete(oldest)
  }

  #receive(datagram: Buffer, from: RemoteInfo): void {
    this.#open.get(keyOf(from))?.receive(datagram)
  }
}

function keyOf({ address, port }: Address): string {
  return `${address} ${port}`
}
