import { QueryFailed } from '../query/query-failed.ts'
import { type A2sReply, type SplitPart, maxParts, readDatagram, readReply } from './a2s-packets.ts'

const singlePacketHeader = -1

/** Assembles one split reply; a part of another reply starts again. */
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

export type A2sQuestion = 'info' | 'players'

/** What an exchange needs of the client: its socket and the server's known challenge. */
export interface A2sTransport {
  send(datagram: Buffer): void
  challenge(): Buffer | undefined
  keepChallenge(challenge: Buffer | undefined): void
}

const infoQuestion = Buffer.from('\xff\xff\xff\xffTSource Engine Query\0', 'latin1')
const playersQuestion = Buffer.from('\xff\xff\xff\xffU', 'latin1')
const noChallenge = Buffer.from('\xff\xff\xff\xff', 'latin1')
const challengesPerAttempt = 3

/** One question to one server: challenge, parts, one retry without the remembered challenge. */
export class A2sExchange {
  readonly answer = Promise.withResolvers<A2sReply>()
  readonly #question: A2sQuestion
  readonly #transport: A2sTransport
  readonly #timeoutMs: number
  #attempts = 0
  #challenges = 0
  #split = new SplitReply()
  #timer: NodeJS.Timeout | undefined

  constructor(question: A2sQuestion, line: A2sTransport, timeoutMs: number) {
    this.#question = question
    this.#transport = line
    this.#timeoutMs = timeoutMs
  }

  start(): void {
    this.#attempts += 1
    this.#challenges = 0
    this.#split = new SplitReply()
    this.#timer = setTimeout(() => this.#onTimeout(), this.#timeoutMs)
    this.#ask()
  }

  /** Takes a datagram from the asked server; anything that is no answer to this question changes nothing. */
  receive(datagram: Buffer): void {
    const read = readDatagram(datagram)
    if (read === null) return
    const payload = 'whole' in read ? read.whole : this.#split.add(read.part)
    const reply = payload === null ? null : readReply(payload)
    if (reply?.kind === 'challenge') this.#onChallenge(reply.challenge)
    else if (reply?.kind === this.#question) this.#settle(() => this.answer.resolve(reply))
  }

  stop(): void {
    this.#settle(() => this.answer.reject(new QueryFailed('the query was stopped')))
  }

  #onChallenge(challenge: Buffer): void {
    this.#challenges += 1
    if (this.#challenges > challengesPerAttempt) return
    this.#transport.keepChallenge(Buffer.from(challenge))
    this.#ask()
  }

  #onTimeout(): void {
    this.#transport.keepChallenge(undefined)
    if (this.#attempts < 2) this.start()
    else this.#settle(() => this.answer.reject(new QueryFailed('no answer')))
  }

  #ask(): void {
    const challenge = this.#transport.challenge()
    if (this.#question === 'players')
      this.#transport.send(Buffer.concat([playersQuestion, challenge ?? noChallenge]))
    else this.#transport.send(challenge ? Buffer.concat([infoQuestion, challenge]) : infoQuestion)
  }

  #settle(how: () => void): void {
    clearTimeout(this.#timer)
    how()
  }
}
