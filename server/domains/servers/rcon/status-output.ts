import { cleanText, maxTextLength } from '../query/clean-text.ts'

/** A player as the console's `status` shows them; `seconds` and `ping` are absent for a bot. */
export interface StatusPlayer {
  name: string
  /** The game's own number of a player on the server. */
  userId: number
  bot: boolean
  ping?: number
  seconds?: number
}

const maxRows = 255

/** CS2: `  3    04:55   32    0     active 786432 203.0.113.9:27005 'Name'`; a bot has BOT for its time. */
const cs2Row = /^\s*(\d+)\s+(BOT|[\d:]+)\s+(\d+)\s+\d+\s+(?:active|spawning)\s+\d+[^']*'(.*)'\s*$/
/** Source 1: `# 2 1 "Name" STEAM_1:0:5 04:55 32 0 active 196608 203.0.113.9:27005`, `#3 "Name" BOT active 64`. */
const source1Row =
  /^#\s*(\d+)\s+(?:\d+\s+)?"(.*)"\s+(?:BOT|\S+\s+([\d:]+)\s+(\d+)\s+\d+)\s+(?:active|spawning)\b/

/** The players in the output of `status`, of CS2 or Source 1; lines of any other form are passed over. */
export function parseStatus(output: string): StatusPlayer[] {
  const players: StatusPlayer[] = []
  for (const line of output.split('\n')) {
    const player = readRow(line.trimEnd())
    if (player && players.length < maxRows) players.push(player)
  }
  return players
}

function readRow(line: string): StatusPlayer | null {
  if (line.length > 400) return null
  const [, cs2Id, cs2Time, cs2Ping, cs2Name] = cs2Row.exec(line) ?? []
  if (cs2Name !== undefined)
    return toStatusPlayer(cs2Id, cs2Name, cs2Time === 'BOT' ? undefined : cs2Time, cs2Ping)
  const [, id, name, time, ping] = source1Row.exec(line) ?? []
  return name === undefined ? null : toStatusPlayer(id, name, time, ping)
}

function toStatusPlayer(
  id: string | undefined,
  text: string,
  time: string | undefined,
  ping: string | undefined,
): StatusPlayer | null {
  const name = cleanText(text, maxTextLength.player)
  if (name === '') return null
  const seconds = readTime(time)
  return {
    name,
    userId: Number(id),
    bot: time === undefined,
    ...(time !== undefined && ping !== undefined && { ping: Number(ping) }),
    ...(seconds !== null && { seconds }),
  }
}

/** `04:55` or `1:04:55` in seconds. */
function readTime(time: string | undefined): number | null {
  if (time === undefined || !/^\d{1,4}(?::\d{1,2}){1,2}$/.test(time)) return null
  return time.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
}
