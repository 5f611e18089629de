import { encodeRcon, rconPacketType } from './rcon-packets.ts'

/** How one generation of servers talks RCON. */
export interface RconDialect {
  encodeAuthResponse(id: number, accepted: boolean): Buffer[]
  encodeCommandResponse(id: number, text: string): Buffer[]
  /** The echo of an empty RESPONSE_VALUE request, by which clients find the end of a split answer. */
  encodeTerminator(id: number): Buffer[]
}

const packetBytes = 4096 - 10
const trailer = '\u0000\u0001\u0000\u0000'

/** CS2: one authentication packet, one packet of any length for an answer, no echo. */
const cs2: RconDialect = {
  encodeAuthResponse: (id, accepted) => [
    encodeRcon({ id: accepted ? id : -1, type: rconPacketType.authAnswer, body: '' }),
  ],
  encodeCommandResponse: (id, text) => [encodeRcon({ id, type: rconPacketType.answer, body: text })],
  encodeTerminator: () => [],
}

/** Source 1: an empty answer before the authentication packet, answers split at 4,096 bytes, the echo. */
const source1: RconDialect = {
  encodeAuthResponse: (id, accepted) => [
    encodeRcon({ id, type: rconPacketType.answer, body: '' }),
    encodeRcon({ id: accepted ? id : -1, type: rconPacketType.authAnswer, body: '' }),
  ],
  encodeCommandResponse: (id, text) =>
    splitUtf8(text).map((body) => encodeRcon({ id, type: rconPacketType.answer, body })),
  encodeTerminator: (id) => [
    encodeRcon({ id, type: rconPacketType.answer, body: '' }),
    encodeRcon({ id, type: rconPacketType.answer, body: trailer }),
  ],
}

export const dialects = { cs2, source1 } as const

/** Cuts between characters, so that every slice is whole UTF-8 of at most `packetBytes`. */
function splitUtf8(text: string): string[] {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of text) {
    const size = Buffer.byteLength(character)
    if (bytes + size > packetBytes) {
      parts.push(part)
      part = ''
      bytes = 0
    }
    part += character
    bytes += size
  }
  return [...parts, part]
}
