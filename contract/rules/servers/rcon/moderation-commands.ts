import { reasonMaxLength } from '../../../limits.ts'
import { toAccountNumber } from '../../accounts/steam-id.ts'
import { beginsWithCommand, splitCommandLines } from './command-lines.ts'

/** An operator's commands about players. */
export const moderationKinds = ['kick', 'ban', 'unban', 'mute', 'unmute', 'gag', 'ungag', 'message'] as const
export type ModerationKind = (typeof moderationKinds)[number]

/** Those about one player; muting is about voice, gagging about chat. */
export const playerActions = ['kick', 'ban', 'unban', 'mute', 'unmute', 'gag', 'ungag'] as const
export type PlayerAction = (typeof playerActions)[number]

/** Those that last for a number of minutes. */
export const timedActions = ['ban', 'mute', 'gag'] as const satisfies readonly PlayerAction[]

const forMinutes = ['userid', 'steamid', 'accountid', 'minutes', 'reason'] as const
const lifted = ['steamid', 'accountid', 'reason'] as const

/** The placeholders of each command, in braces. A player's name is none: it could hold anything. */
export const moderationPlaceholders = {
  kick: ['userid', 'steamid', 'accountid', 'reason'],
  ban: forMinutes,
  unban: lifted,
  mute: forMinutes,
  unmute: lifted,
  gag: forMinutes,
  ungag: lifted,
  message: ['text'],
} as const satisfies Record<ModerationKind, readonly string[]>

/** One of these is required: without it the command has no target or no text. */
function findRequired(kind: ModerationKind): RegExp {
  return kind === 'message' ? /\{text\}/ : /\{(?:userid|steamid|accountid)\}/
}

/** Those of the game itself, which cannot mute a player for everyone; those of plugins are in `command-presets.ts`. */
export const defaultModerationCommands: Record<ModerationKind, string> = {
  kick: 'kickid {userid} "{reason}"',
  ban: 'banid {minutes} {userid} kick',
  unban: 'removeid "[U:1:{accountid}]"',
  mute: '',
  unmute: '',
  gag: '',
  ungag: '',
  message: 'say {text}',
}

/** How many lines a command may have. */
export const moderationLinesMax = 3

/** Whether a text is empty, or holds up to three console lines, at least one of them with the placeholder of the player or of the message. */
export function isModerationCommand(kind: ModerationKind, text: string): boolean {
  if (text === '') return true
  const lines = splitCommandLines(text)
  return (
    lines.length <= moderationLinesMax &&
    lines.every((line) => isModerationLine(kind, line)) &&
    findRequired(kind).test(text)
  )
}

/** A line is one command for one console: what could end it, begin another or choose it is refused, and so is an unknown placeholder. */
function isModerationLine(kind: ModerationKind, line: string): boolean {
  if (!/^[\w ."':#{}[\]@/+-]{1,200}$/.test(line) || line.includes('//')) return false
  if (!beginsWithCommand(line)) return false
  if ((line.match(/"/g)?.length ?? 0) % 2 === 1) return false
  const known: readonly string[] = moderationPlaceholders[kind]
  const named = [...line.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  return !/[{}]/.test(line.replace(/\{[^{}]*\}/g, '')) && named.every((name) => known.includes(name))
}

/** Whether a command can only be filled for a player who is on the server. */
export function needsUserId(template: string): boolean {
  return template.includes('{userid}')
}

/**
 * The values of a command; `userId` is the game's number of a player on the server, `steamId` a SteamID64.
 */
export interface ModerationValues {
  userId?: number | undefined
  steamId?: string | undefined
  minutes?: number | undefined
  reason?: string | undefined
  text?: string | undefined
}

/**
 * User input in a command must stay inside it: no quote, semicolon, line end, comment or broken character.
 */
export function isSafeCommandText(text: string): boolean {
  return !/[";\p{Cc}\p{Cs}\u2028\u2029]/u.test(text) && !text.includes('//')
}

/** A text without what a command cannot hold, as one line of at most `reasonMaxLength` characters. */
export function toCommandText(text: string): string {
  const safe = text
    .toWellFormed()
    .replaceAll(/[";\p{Cc}\u2028\u2029]/gu, ' ')
    .replaceAll(/\/{2,}/g, '/')
  return safe.trim().slice(0, reasonMaxLength).toWellFormed()
}

/** The lines for the console, one below the other; null where a value would not stay in it, or one is missing. */
export function fillModerationCommand(template: string, facts: ModerationValues): string | null {
  const { userId, steamId, minutes, reason = '', text = '' } = facts
  if (!isSafeCommandText(reason) || !isSafeCommandText(text)) return null
  const values: Record<string, string | undefined> = {
    userid: userId?.toString(),
    steamid: steamId,
    accountid: steamId === undefined ? undefined : toAccountNumber(steamId),
    minutes: minutes?.toString(),
    reason,
    text,
  }
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  if (template === '' || names.some((name) => values[name] === undefined)) return null
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '').trim()
}
