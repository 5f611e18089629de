import { toSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import type { LogPlayer, Team } from './log-event.ts'

/** Where a line has `<number><id><team>`, or `<number><id>"` as the game writes it of those who switch sides. */
export interface IdentityMatch {
  start: number
  /** Of the id, without its brackets. */
  idStart: number
  idEnd: number
  /** Behind the last `>`. */
  end: number
  /** Undefined where the line leaves it out. */
  team: Team | undefined
}

const zero = 48
const quote = 34
const open = 60
const close = 62
/** Longer ids occur in no log. */
const maxIdLength = 64

/**
 * Returns the next identity at or after `from`. Any id counts, even one that no player has: text that looks
 * like a player in the middle of a name is a second reading of the line, and a line with two readings is
 * ignored (I9).
 */
export function findIdentity(line: string, from: number): IdentityMatch | null {
  for (let start = line.indexOf('<', from); start >= 0; start = line.indexOf('<', start + 1)) {
    const found = readIdentityAt(line, start)
    if (found) return found
  }
  return null
}

function readIdentityAt(line: string, start: number): IdentityMatch | null {
  let index = start + 1
  while (isDigit(line.charCodeAt(index))) index += 1
  if (index === start + 1 || line.charCodeAt(index) !== close || line.charCodeAt(index + 1) !== open)
    return null
  const idStart = index + 2
  const idEnd = findIdEnd(line, idStart)
  if (idEnd < 0) return null
  const next = line.charCodeAt(idEnd + 1)
  if (next === quote) return { start, idStart, idEnd, end: idEnd + 1, team: undefined }
  const team = next === open ? readTeamAt(line, idEnd + 2) : null
  return team && { start, idStart, idEnd, end: idEnd + 3 + team.length, team: team.team }
}

function isDigit(code: number): boolean {
  return code >= zero && code <= zero + 9
}

/** Returns the index of the `>` of an id; -1 where there is none. */
function findIdEnd(line: string, from: number): number {
  for (let index = from; index <= from + maxIdLength; index++) {
    const code = line.charCodeAt(index)
    if (code === close) return index > from ? index : -1
    if (code === open || code === quote) return -1
  }
  return -1
}

interface TeamText {
  team: Team
  length: number
}

const teamTexts: readonly (TeamText & { text: string })[] = [
  ['CT', 'CT'],
  ['TERRORIST', 'TERRORIST'],
  ['', 'Unassigned'],
  ['Unassigned', 'Unassigned'],
  ['Spectator', 'Spectator'],
  ['Console', 'Unassigned'],
].map(([written = '', team]) => ({ text: `${written}>`, team: team as Team, length: written.length }))

function readTeamAt(line: string, from: number): TeamText | null {
  for (const team of teamTexts) if (line.startsWith(team.text, from)) return team
  return null
}

/** The team of this name; undefined for another word. */
export function readTeam(text: string): Team | undefined {
  return teamTexts.find((team) => team.text === `${text}>`)?.team
}

const accountLimit = 2 ** 32

/**
 * Returns the player of an identity whose name begins at `nameStart`; null for the console and for ids that
 * are no player's.
 */
export function readPlayer(line: string, nameStart: number, identity: IdentityMatch): LogPlayer | null {
  const { start, idStart, idEnd, team = 'Unassigned' } = identity
  const userId = readSlot(line, identity)
  if (userId === null) return null
  const steamId = line.startsWith('BOT>', idStart) ? null : readSteamId(line.slice(idStart, idEnd))
  return steamId === undefined ? null : { name: line.slice(nameStart, start), userId, steamId, team }
}

/** The id of a slot whose player Steam does not confirm: no player, whatever else the line says. */
export function isPendingIdentity(line: string, { idStart, idEnd }: IdentityMatch): boolean {
  return idEnd - idStart === pendingId.length && line.startsWith(pendingId, idStart)
}

const pendingId = 'STEAM_ID_PENDING'

/** The number of an identity's slot; null for one that no game writes. */
export function readSlot(line: string, { start, idStart }: IdentityMatch): number | null {
  const userId = Number(line.slice(start + 1, idStart - 2))
  return userId < accountLimit ? userId : null
}

function readSteamId(id: string): string | undefined {
  if (!id.startsWith('[U:1:') || !/^\d{1,10}\]$/.test(id.slice(5))) return undefined
  const account = Number(id.slice(5, -1))
  return account > 0 && account < accountLimit ? toSteamId(account) : undefined
}
