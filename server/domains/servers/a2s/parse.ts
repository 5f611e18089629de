import { mapName } from '@clutch/contract/rules/maps.ts'
import { cleanText, textMax } from '../text.ts'
import { PacketReader } from './reader.ts'

/** What an A2S_INFO answer tells of a server. `players` counts bots too. */
export interface Info {
  name: string
  map: string
  players: number
  max: number
  bots: number
  locked: boolean
}

/** One row of an A2S_PLAYER answer; CS2 leaves names empty. `seconds` is absent where it makes no sense. */
export interface PlayerRow {
  name: string
  seconds?: number
}

export type Reply =
  | { kind: 'challenge'; challenge: Buffer }
  | { kind: 'info'; info: Info }
  | { kind: 'players'; players: PlayerRow[] }

/** One part of a split answer. */
export interface Part {
  id: number
  total: number
  number: number
  payload: Buffer
}

/** The most parts of a split answer and the most bytes of one part. */
export const partsMax = 32
const partMaxBytes = 4096

const whole = -1
const split = -2
const splitHeadBytes = 12
const compressedFlag = 0x80000000

/** What a datagram holds: a whole answer's payload, a part of one, or null for neither. Pure; takes any bytes. */
export function readDatagram(datagram: Buffer): { whole: Buffer } | { part: Part } | null {
  if (datagram.length < 5) return null
  const head = datagram.readInt32LE(0)
  if (head === whole) return { whole: datagram.subarray(4) }
  if (head !== split || datagram.length <= splitHeadBytes) return null
  const id = datagram.readUInt32LE(4)
  const total = datagram.readUInt8(8)
  const number = datagram.readUInt8(9)
  const payload = datagram.subarray(splitHeadBytes)
  const fits = total >= 1 && total <= partsMax && number < total && payload.length <= partMaxBytes
  return fits && id < compressedFlag ? { part: { id, total, number, payload } } : null
}

/** The answer in a payload (what follows the four 0xff), or null for anything else. Pure; takes any bytes. */
export function readReply(payload: Buffer): Reply | null {
  switch (payload.at(0) ?? 0) {
    case 0x41:
      return payload.length >= 5 ? { kind: 'challenge', challenge: payload.subarray(1, 5) } : null
    case 0x49:
      return readInfo(new PacketReader(payload, 1))
    case 0x44:
      return readPlayers(new PacketReader(payload, 1))
    default:
      return null
  }
}

function readInfo(reader: PacketReader): Reply | null {
  if (!reader.skip(1)) return null
  const name = reader.text()
  const map = reader.text()
  const [folder, game] = [reader.text(), reader.text()]
  if (name === null || map === null || folder === null || game === null || !reader.skip(2)) return null
  const [players, max, bots] = [reader.byte(), reader.byte(), reader.byte()]
  if (!reader.skip(2)) return null
  const visibility = reader.byte()
  if (players === null || max === null || bots === null || visibility === null) return null
  const texts = { name: cleanText(name, textMax.server), map: mapName(cleanText(map, textMax.map)) }
  return {
    kind: 'info',
    info: { ...texts, players, max, bots: Math.min(bots, players), locked: visibility !== 0 },
  }
}

/** Rows up to the first that is cut off: what arrived whole is still true. */
function readPlayers(reader: PacketReader): Reply | null {
  const count = reader.byte()
  if (count === null) return null
  const players: PlayerRow[] = []
  while (players.length < count) {
    const row = readRow(reader)
    if (row === null) break
    players.push(row)
  }
  return { kind: 'players', players: isPlaceholder(players) ? [] : players }
}

function readRow(reader: PacketReader): PlayerRow | null {
  if (!reader.skip(1)) return null
  const name = reader.text()
  if (name === null || !reader.skip(4)) return null
  const seconds = reader.float()
  if (seconds === null) return null
  const row = { name: cleanText(name, textMax.player) }
  return Number.isFinite(seconds) && seconds >= 0 ? { ...row, seconds: Math.floor(seconds) } : row
}

/** Servers told to hide their players send this single row instead (`host_players_show 1`). */
function isPlaceholder(players: PlayerRow[]): boolean {
  return players.length === 1 && players[0]?.name === 'Max Players'
}
