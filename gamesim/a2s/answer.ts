import { hash } from '../random.ts'
import {
  type Info,
  type PlayerRow,
  challengePacket,
  datagrams,
  infoPacket,
  playersPacket,
  rulesPacket,
} from './packets.ts'

/** What the A2S side may ask its server. */
export interface Subject {
  info(): Info
  /** Rows in the order of the slots; null when the server keeps quiet about an empty list. */
  players(): PlayerRow[] | null
  rules(): ReadonlyMap<string, string>
}

const infoQuestion = Buffer.from('\xff\xff\xff\xffTSource Engine Query\0', 'latin1')

/** Answers single requests; challenges are a function of the asking address and a secret made at start. */
export class A2s {
  readonly #subject: Subject
  readonly #secret: string
  #replies = 0

  constructor(subject: Subject, secret: string) {
    this.#subject = subject
    this.#secret = secret
  }

  /** The datagrams to send back to `address`, none for what is not a request. */
  answer(request: Buffer, address: string): Buffer[] {
    if (request.length < 5 || request.readInt32LE(0) !== -1) return []
    const at = challengeOffset(request)
    if (at === null) return []
    const expected = this.#challenge(address)
    const given = request.length >= at + 4 ? request.readInt32LE(at) : -1
    if (given !== expected) return [challengePacket(expected)]
    const packet = this.#packet(request.readUInt8(4))
    return packet === null ? [] : datagrams(packet, ++this.#replies)
  }

  #packet(kind: number): Buffer | null {
    if (kind === 0x54) return infoPacket(this.#subject.info())
    if (kind === 0x56) return rulesPacket(this.#subject.rules())
    const rows = this.#subject.players()
    return rows === null ? null : playersPacket(rows)
  }

  #challenge(address: string): number {
    return (hash(`${this.#secret} ${address}`) & 0x7ffffffe) | 1
  }
}

function challengeOffset(request: Buffer): number | null {
  const kind = request.readUInt8(4)
  if (kind === 0x55 || kind === 0x56) return 5
  const isInfo = kind === 0x54 && request.subarray(0, infoQuestion.length).equals(infoQuestion)
  return isInfo ? infoQuestion.length : null
}
