import { ServerSilent } from '../silent.ts'
import { type Reply, readDatagram, readReply } from './parse.ts'
import { SplitAnswer } from './split.ts'

export type Question = 'info' | 'players'

/** What an exchange needs of the client: its socket and what it knows of the server's challenge. */
export interface Line {
  send(datagram: Buffer): void
  challenge(): Buffer | undefined
  keepChallenge(challenge: Buffer | undefined): void
}

const infoQuestion = Buffer.from('\xff\xff\xff\xffTSource Engine Query\0', 'latin1')
const playersQuestion = Buffer.from('\xff\xff\xff\xffU', 'latin1')
const noChallenge = Buffer.from('\xff\xff\xff\xff', 'latin1')
const challengesPerAttempt = 3

/** One question to one server: challenge, parts, one retry without the remembered challenge. */
export class Exchange {
  readonly answer = Promise.withResolvers<Reply>()
  readonly #question: Question
  readonly #line: Line
  readonly #timeoutMs: number
  #attempts = 0
  #challenges = 0
  #split = new SplitAnswer()
  #timer: NodeJS.Timeout | undefined

  constructor(question: Question, line: Line, timeoutMs: number) {
    this.#question = question
    this.#line = line
    this.#timeoutMs = timeoutMs
  }

  start(): void {
    this.#attempts += 1
    this.#challenges = 0
    this.#split = new SplitAnswer()
    this.#timer = setTimeout(() => this.#missed(), this.#timeoutMs)
    this.#ask()
  }

  /** Takes a datagram from the asked server; anything that is no answer to this question changes nothing. */
  receive(datagram: Buffer): void {
    const read = readDatagram(datagram)
    if (read === null) return
    const payload = 'whole' in read ? read.whole : this.#split.add(read.part)
    const reply = payload === null ? null : readReply(payload)
    if (reply?.kind === 'challenge') this.#challenged(reply.challenge)
    else if (reply?.kind === this.#question) this.#settle(() => this.answer.resolve(reply))
  }

  stop(): void {
    this.#settle(() => this.answer.reject(new ServerSilent('the query was stopped')))
  }

  #challenged(challenge: Buffer): void {
    this.#challenges += 1
    if (this.#challenges > challengesPerAttempt) return
    this.#line.keepChallenge(Buffer.from(challenge))
    this.#ask()
  }

  #missed(): void {
    this.#line.keepChallenge(undefined)
    if (this.#attempts < 2) this.start()
    else this.#settle(() => this.answer.reject(new ServerSilent('no answer')))
  }

  #ask(): void {
    const challenge = this.#line.challenge()
    if (this.#question === 'players')
      this.#line.send(Buffer.concat([playersQuestion, challenge ?? noChallenge]))
    else this.#line.send(challenge ? Buffer.concat([infoQuestion, challenge]) : infoQuestion)
  }

  #settle(how: () => void): void {
    clearTimeout(this.#timer)
    how()
  }
}
