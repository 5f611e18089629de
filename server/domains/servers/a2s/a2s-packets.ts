import { parseGameVersion } from '@clutch/contract/rules/servers/game-version.ts'
import { mapName } from '@clutch/contract/rules/servers/map-name.ts'
import { cleanText, maxTextLength } from '../query/clean-text.ts'
import { PacketReader } from './packet-reader.ts'

/** The content of an A2S_INFO reply. `players` includes bots. */
export interface A2sInfo {
  name: string
  map: string
  players: number
  max: number
  bots: number
  locked: boolean
  /** The version of Counter-Strike 2, `1.41.3.1`; null for another game. */
  gameVersion: string | null
}

/** One row of an A2S_PLAYER answer; CS2 leaves names empty. `seconds` is absent where it makes no sense. */
export interface A2sPlayer {
  name: string
  seconds?: number
}

export type A2sReply =
  | { kind: 'challenge'; challenge: Buffer }
  | { kind: 'info'; info: A2sInfo }
  | { kind: 'players'; players: A2sPlayer[] }

/** One part of a split answer. */
export interface SplitPart {
  id: number
  total: number
  number: number
  payload: Buffer
}

/** The most parts of a split answer and the most bytes of one part. */
export const maxParts = 32
const maxPartBytes = 4096

const cs2AppId = 730
const singlePacketHeader = -1
const splitPacketHeader = -2
const splitHeaderBytes = 12
const compressedFlag = 0x80000000

/** What a datagram holds: a whole answer's payload, a part of one, or null for neither. Pure; takes any bytes. */
export function readDatagram(datagram: Buffer): { whole: Buffer } | { part: SplitPart } | null {
  if (datagram.length < 5) return null
  const head = datagram.readInt32LE(0)
  if (head === singlePacketHeader) return { whole: datagram.subarray(4) }
  if (head !== splitPacketHeader || datagram.length <= splitHeaderBytes) return null
  const id = datagram.readUInt32LE(4)
  const total = datagram.readUInt8(8)
  const number = datagram.readUInt8(9)
  const payload = datagram.subarray(splitHeaderBytes)
  const fits = total >= 1 && total <= maxParts && number < total && payload.length <= maxPartBytes
  return fits && id < compressedFlag ? { part: { id, total, number, payload } } : null
}

/** The answer in a payload (what follows the four 0xff), or null for anything else. Pure; takes any bytes. */
export function readReply(payload: Buffer): A2sReply | null {
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

function readInfo(reader: PacketReader): A2sReply | null {
  if (!reader.skip(1)) return null
  const name = reader.text()
  const map = reader.text()
  const [folder, game] = [reader.text(), reader.text()]
  if (name === null || map === null || folder === null || game === null) return null
  const appId = reader.uint16()
  const [players, max, bots] = [reader.byte(), reader.byte(), reader.byte()]
  if (!reader.skip(2)) return null
  const visibility = reader.byte()
  if (players === null || max === null || bots === null || visibility === null) return null
  // Some servers cut off what follows the visibility.
  const version = reader.skip(1) ? reader.text() : null
  const texts = {
    name: cleanText(name, maxTextLength.server),
    map: mapName(cleanText(map, maxTextLength.map)),
  }
  return {
    kind: 'info',
    info: {
      ...texts,
      players,
      max,
      bots: Math.min(bots, players),
      locked: visibility !== 0,
      gameVersion:
        appId === cs2AppId && version !== null && parseGameVersion(version) !== null ? version : null,
    },
  }
}

/** Rows up to the first that is cut off: what arrived whole is still true. */
function readPlayers(reader: PacketReader): A2sReply | null {
  const count = reader.byte()
  if (count === null) return null
  const players: A2sPlayer[] = []
  while (players.length < count) {
    const row = readRow(reader)
    if (row === null) break
    players.push(row)
  }
  return { kind: 'players', players: isPlaceholder(players) ? [] : players }
}

function readRow(reader: PacketReader): A2sPlayer | null {
  if (!reader.skip(1)) return null
  const name = reader.text()
  if (name === null || !reader.skip(4)) return null
  const seconds = reader.float()
  if (seconds === null) return null
  const row = { name: cleanText(name, maxTextLength.player) }
  return Number.isFinite(seconds) && seconds >= 0 ? { ...row, seconds: Math.floor(seconds) } : row
}

/** Servers configured to hide their players send this single row instead (`host_players_show 1`). */
function isPlaceholder(players: A2sPlayer[]): boolean {
  return players.length === 1 && players[0]?.name === 'Max Players'
}
