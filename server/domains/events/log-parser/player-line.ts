import type { LogEvent, LogPlayer } from './log-event.ts'
import {
  type IdentityMatch,
  findIdentity,
  isPendingIdentity,
  readPlayer,
  readTeam,
  readSlot,
} from './player-identity.ts'

const quote = 34
const space = 32

/** A line whose text begins, at `start`, with the quote before a name. */
export function parsePlayerLine(line: string, start: number, at: number): LogEvent | null {
  const first = findIdentity(line, start + 1)
  if (!first || line.charCodeAt(first.end) !== quote || line.charCodeAt(first.end + 1) !== space) return null
  const actionStart = first.end + 2
  switch (line.charAt(actionStart)) {
    case '[':
      return parsePositionedAction(line, { start, first, actionStart, at })
    case 'c':
    case 'd':
    case 'e':
    case 's':
      return parseAction(line, { start, first, actionStart, at })
    default:
      return null
  }
}

/** A line up to the action of its first player. */
interface LineStart {
  start: number
  first: IdentityMatch
  /** Where the action begins. */
  actionStart: number
  at: number
}

const position = String.raw`\[-?\d{1,9}(?:\.\d{1,9})?(?: -?\d{1,9}(?:\.\d{1,9})?){2}\]`
const positionPattern = new RegExp(`^${position}$`)
const suicide = /^committed suicide with "([\w-]+)"$/

/** Parses an action with a position: `[x y z] killed …`. */
function parsePositionedAction(line: string, beginning: LineStart): LogEvent | null {
  const { start, first, actionStart, at } = beginning
  const verb = line.indexOf('] ', actionStart) + 2
  const initial = line[verb]
  if (verb < actionStart || !(initial === 'k' || initial === 'c' || initial === 'w')) return null
  if (!positionPattern.test(line.slice(actionStart, verb - 1))) return null
  if (initial === 'k') return parseKill(line, beginning, verb)
  const player = readOnlyPlayer(line, start, first)
  if (!player) return null
  const text = line.slice(verb)
  if (text === 'was killed by the bomb.') return { kind: 'bombed', at, player }
  const weapon = suicide.exec(text)?.[1]
  return weapon === undefined ? null : { kind: 'suicide', at, player, weapon }
}

const killed = 'killed "'
const killEnd = new RegExp(`^" ${position} with "([\\w-]+)"(?: \\(([a-z ]+)\\))?$`)

function parseKill(line: string, { start, first, at }: LineStart, verb: number): LogEvent | null {
  if (first.team === undefined || !line.startsWith(killed, verb)) return null
  const nameStart = verb + killed.length
  const second = findIdentity(line, nameStart)
  if (!second || second.team === undefined) return null
  // To its end the line leaves no room for a third one.
  const [, weapon, how = ''] = killEnd.exec(line.slice(second.end)) ?? []
  if (weapon === undefined) return null
  const killer = readPlayer(line, start + 1, first)
  const victim = readPlayer(line, nameStart, second)
  if (!killer || !victim) return null
  return { kind: 'killed', at, killer, victim, weapon, headshot: how.split(' ').includes('headshot') }
}

const switched = /^switched from team <(\w+)> to <(\w+)>$/
const connected = /^connected, address "([^"]*)"$/
const ipv4 = /^((?:\d{1,3}\.){3}\d{1,3})(?::\d{1,5})?$/
const left = /^disconnected(?: \(reason "[^]*"\))?$/
const said = /^say(_team)? "([^]*)"$/

/** Parses an action without a position: `say "…"`. */
function parseAction(line: string, beginning: LineStart): LogEvent | null {
  const { start, first, actionStart, at } = beginning
  const text = line.slice(actionStart)
  const match = switched.exec(text)
  if (isPendingIdentity(line, first)) return parsePending(line, beginning, match?.[2] ?? text)
  if (!match && first.team === undefined) return null
  const speech = said.exec(text)
  const kind = speech || match ? null : readKind(text)
  if (!speech && !match && !kind) return null
  const player = readOnlyPlayer(line, start, first)
  if (!player) return null
  if (kind === 'connected') return { kind, at, player, address: readAddress(text) }
  if (kind) return { kind, at, player }
  if (speech) return { kind: 'said', at, player, text: speech[2] ?? '', toTeam: speech[1] !== undefined }
  const to = readTeam(match?.[2] ?? '')
  return to === undefined ? null : { kind: 'switched', at, player, to }
}

/** Of an unconfirmed slot only its end counts: it is put off its side, or disconnects. */
function parsePending(line: string, { start, first, at }: LineStart, action: string): LogEvent | null {
  const userId = readSlot(line, first)
  if (!(action === 'Unassigned' || left.test(action)) || userId === null || findIdentity(line, first.end))
    return null
  return { kind: 'freed', at, name: line.slice(start + 1, first.start), userId }
}

function readKind(text: string): 'connected' | 'entered' | 'left' | null {
  if (text === 'entered the game') return 'entered'
  if (connected.test(text)) return 'connected'
  return left.test(text) ? 'left' : null
}

function readAddress(text: string): string | null {
  return ipv4.exec(connected.exec(text)?.[1] ?? '')?.[1] ?? null
}

/** Returns the player of a line that must name no other player. */
function readOnlyPlayer(line: string, start: number, first: IdentityMatch): LogPlayer | null {
  return findIdentity(line, first.end) ? null : readPlayer(line, start + 1, first)
}
