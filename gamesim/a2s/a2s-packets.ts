/** What an A2S_INFO answer says. */
export interface A2sInfo {
  name: string
  map: string
  /** Humans and bots together, as the protocol counts. */
  players: number
  bots: number
  maxPlayers: number
  password: boolean
  version: string
  port: number
  steamId: bigint
  keywords: string
}

/** One row of an A2S_PLAYER answer. */
export interface A2sPlayerRow {
  name: string
  score: number
  /** Time on the server, seconds. */
  seconds: number
}

const singlePacketHeader = Buffer.from([0xff, 0xff, 0xff, 0xff])
const appId = 730
const splitPartBytes = 1248
const maxDatagramBytes = 1400

/** S2C_CHALLENGE. */
export function encodeChallenge(challenge: number): Buffer {
  return Buffer.concat([singlePacketHeader, Buffer.from([0x41]), encodeInt32(challenge)])
}

/** A2S_INFO answer with port, SteamID, keywords and game id in its extra data. */
export function encodeInfo(info: A2sInfo): Buffer {
  const extra = 0x80 | 0x10 | 0x20 | 0x01
  return Buffer.concat([
    singlePacketHeader,
    Buffer.from([0x49, 17]),
    encodeText(info.name),
    encodeText(info.map),
    encodeText('csgo'),
    encodeText('Counter-Strike 2'),
    encodeUint16(appId),
    Buffer.from([info.players, info.maxPlayers, info.bots]),
    Buffer.from('dl', 'latin1'),
    Buffer.from([info.password ? 1 : 0, 1]),
    encodeText(info.version),
    Buffer.from([extra]),
    encodeUint16(info.port),
    encodeUint64(info.steamId),
    encodeText(info.keywords),
    encodeUint64(BigInt(appId)),
  ])
}

/** A2S_PLAYER answer, at most 255 rows. */
export function encodePlayers(rows: readonly A2sPlayerRow[]): Buffer {
  const shown = rows.slice(0, 255)
  return Buffer.concat([
    singlePacketHeader,
    Buffer.from([0x44, shown.length]),
    ...shown.flatMap((row) => [
      Buffer.from([0]),
      encodeText(row.name),
      encodeInt32(row.score),
      encodeFloat32(row.seconds),
    ]),
  ])
}

/** A2S_RULES answer. */
export function encodeRules(rules: ReadonlyMap<string, string>): Buffer {
  const pairs = [...rules].flatMap(([name, value]) => [encodeText(name), encodeText(value)])
  return Buffer.concat([singlePacketHeader, Buffer.from([0x45]), encodeUint16(rules.size), ...pairs])
}

/** The datagrams of an answer: itself, or Source split parts of 1,248 bytes when it is long. */
export function splitDatagrams(packet: Buffer, id: number): Buffer[] {
  if (packet.length <= maxDatagramBytes) return [packet]
  const total = Math.ceil(packet.length / splitPartBytes)
  return Array.from({ length: total }, (_, number) =>
    Buffer.concat([
      encodeInt32(-2),
      encodeInt32(id & 0x7fffffff),
      Buffer.from([total, number]),
      encodeUint16(splitPartBytes),
      packet.subarray(number * splitPartBytes, (number + 1) * splitPartBytes),
    ]),
  )
}

function encodeText(value: string): Buffer {
  return Buffer.from(`${value.replaceAll('\0', '')}\0`, 'utf8')
}

function encodeInt32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value | 0)
  return bytes
}

function encodeUint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value & 0xffff)
  return bytes
}

function encodeUint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

function encodeFloat32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return bytes
}
