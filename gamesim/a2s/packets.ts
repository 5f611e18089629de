/** What an A2S_INFO answer says. */
export interface Info {
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
export interface PlayerRow {
  name: string
  score: number
  /** Time on the server, seconds. */
  seconds: number
}

const simple = Buffer.from([0xff, 0xff, 0xff, 0xff])
const appId = 730
const partBytes = 1248
const wholeBytes = 1400

/** S2C_CHALLENGE. */
export function challengePacket(challenge: number): Buffer {
  return Buffer.concat([simple, Buffer.from([0x41]), int32(challenge)])
}

/** A2S_INFO answer with port, SteamID, keywords and game id in its extra data. */
export function infoPacket(info: Info): Buffer {
  const extra = 0x80 | 0x10 | 0x20 | 0x01
  return Buffer.concat([
    simple,
    Buffer.from([0x49, 17]),
    text(info.name),
    text(info.map),
    text('csgo'),
    text('Counter-Strike 2'),
    uint16(appId),
    Buffer.from([info.players, info.maxPlayers, info.bots]),
    Buffer.from('dl', 'latin1'),
    Buffer.from([info.password ? 1 : 0, 1]),
    text(info.version),
    Buffer.from([extra]),
    uint16(info.port),
    uint64(info.steamId),
    text(info.keywords),
    uint64(BigInt(appId)),
  ])
}

/** A2S_PLAYER answer, at most 255 rows. */
export function playersPacket(rows: readonly PlayerRow[]): Buffer {
  const shown = rows.slice(0, 255)
  return Buffer.concat([
    simple,
    Buffer.from([0x44, shown.length]),
    ...shown.flatMap((row) => [Buffer.from([0]), text(row.name), int32(row.score), float32(row.seconds)]),
  ])
}

/** A2S_RULES answer. */
export function rulesPacket(rules: ReadonlyMap<string, string>): Buffer {
  const pairs = [...rules].flatMap(([name, value]) => [text(name), text(value)])
  return Buffer.concat([simple, Buffer.from([0x45]), uint16(rules.size), ...pairs])
}

/** The datagrams of an answer: itself, or Source split parts of 1,248 bytes when it is long. */
export function datagrams(packet: Buffer, id: number): Buffer[] {
  if (packet.length <= wholeBytes) return [packet]
  const total = Math.ceil(packet.length / partBytes)
  return Array.from({ length: total }, (_, number) =>
    Buffer.concat([
      int32(-2),
      int32(id & 0x7fffffff),
      Buffer.from([total, number]),
      uint16(partBytes),
      packet.subarray(number * partBytes, (number + 1) * partBytes),
    ]),
  )
}

function text(value: string): Buffer {
  return Buffer.from(`${value.replaceAll('\0', '')}\0`, 'utf8')
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value | 0)
  return bytes
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value & 0xffff)
  return bytes
}

function uint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

function float32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return bytes
}
