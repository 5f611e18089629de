import { hashText } from '../random.ts'
import {
  type A2sInfo,
  type A2sPlayerRow,
  encodeChallenge,
  splitDatagrams,
  encodeInfo,
  encodePlayers,
  encodeRules,
} from './a2s-packets.ts'

/** What the A2S side may ask its server. */
export interface A2sSource {
  getInfo(): A2sInfo
  /** Rows in the order of the slots; null when the server keeps quiet about an empty list. */
  players(): A2sPlayerRow[] | null
  getRules(): ReadonlyMap<string, string>
}

const infoRequest = Buffer.from('\xff\xff\xff\xffTSource Engine Query\0', 'latin1')

/** Answers single requests; challenges are a function of the asking address and a secret made at start. */
export class A2sResponder {
  readonly #source: A2sSource
  readonly #secret: string
  #sentReplies = 0

  constructor(subject: A2sSource, secret: string) {
    this.#source = subject
    this.#secret = secret
  }

  /** The datagrams to send back to `address`, none for what is not a request. */
  respond(request: Buffer, address: string): Buffer[] {
    if (request.length < 5 || request.readInt32LE(0) !== -1) return []
    const at = findChallengeOffset(request)
    if (at === null) return []
    const expected = this.#challengeFor(address)
    const given = request.length >= at + 4 ? request.readInt32LE(at) : -1
    if (given !== expected) return [encodeChallenge(expected)]
    const packet = this.#buildPacket(request.readUInt8(4))
    return packet === null ? [] : splitDatagrams(packet, ++this.#sentReplies)
  }

  #buildPacket(kind: number): Buffer | null {
    if (kind === 0x54) return encodeInfo(this.#source.getInfo())
    if (kind === 0x56) return encodeRules(this.#source.getRules())
    const rows = this.#source.players()
    return rows === null ? null : encodePlayers(rows)
  }

  #challengeFor(address: string): number {
    return (hashText(`${this.#secret} ${address}`) & 0x7ffffffe) | 1
  }
}

function findChallengeOffset(request: Buffer): number | null {
  const kind = request.readUInt8(4)
  if (kind === 0x55 || kind === 0x56) return 5
  const isInfo = kind === 0x54 && request.subarray(0, infoRequest.length).equals(infoRequest)
  return isInfo ? infoRequest.length : null
}
