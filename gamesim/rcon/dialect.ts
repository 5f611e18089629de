import { encodeRcon, rconType } from './packets.ts'

/** How one generation of servers talks RCON. */
export interface Dialect {
  authAnswer(id: number, accepted: boolean): Buffer[]
  commandAnswer(id: number, text: string): Buffer[]
  /** The echo of an empty RESPONSE_VALUE request, by which clients find the end of a split answer. */
  terminator(id: number): Buffer[]
}

const packetBytes = 4096 - 10
const trailer = '\u0000\u0001\u0000\u0000'

/** CS2: one authentication packet, one packet of any length for an answer, no echo. */
const cs2: Dialect = {
  authAnswer: (id, accepted) => [encodeRcon({ id: accepted ? id : -1, type: rconType.authAnswer, body: '' })],
  commandAnswer: (id, text) => [encodeRcon({ id, type: rconType.answer, body: text })],
  terminator: () => [],
}

/** Source 1: an empty answer before the authentication packet, answers split at 4,096 bytes, the echo. */
const source1: Dialect = {
  authAnswer: (id, accepted) => [
    encodeRcon({ id, type: rconType.answer, body: '' }),
    encodeRcon({ id: accepted ? id : -1, type: rconType.authAnswer, body: '' }),
  ],
  commandAnswer: (id, text) => slices(text).map((body) => encodeRcon({ id, type: rconType.answer, body })),
  terminator: (id) => [
    encodeRcon({ id, type: rconType.answer, body: '' }),
    encodeRcon({ id, type: rconType.answer, body: trailer }),
  ],
}

export const dialects = { cs2, source1 } as const

/** Cuts between characters, so that every slice is whole UTF-8 of at most `packetBytes`. */
function slices(text: string): string[] {
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
