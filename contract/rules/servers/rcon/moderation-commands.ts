import { toAccountNumber } from '../../accounts/steam-id.ts'

/** An operator's commands about players. */
export const moderationKinds = ['kick', 'ban', 'message'] as const
export type ModerationKind = (typeof moderationKinds)[number]

/** The placeholders of each command, in braces. */
export const moderationPlaceholders = {
  kick: ['userid', 'steamid', 'accountid', 'reason'],
  ban: ['userid', 'steamid', 'accountid', 'minutes', 'reason'],
  message: ['text'],
} as const satisfies Record<ModerationKind, readonly string[]>

/** One of these is required: without it the command has no target or no text. */
const requiredPlaceholder: Record<ModerationKind, RegExp> = {
  kick: /\{(?:userid|steamid|accountid)\}/,
  ban: /\{(?:userid|steamid|accountid)\}/,
  message: /\{text\}/,
}

/** Those of the game itself. With SimpleAdmin: `css_kick #{userid} {reason}`, `css_addban {steamid} {minutes} {reason}`, `css_say {text}`. */
export const defaultModerationCommands: Record<ModerationKind, string> = {
  kick: 'kickid {userid} "{reason}"',
  ban: 'banid {minutes} {userid} kick',
  message: 'say {text}',
}

/** A command is one line for one console: what could end it or begin another is refused, and so is an unknown placeholder. */
export function isModerationCommand(kind: ModerationKind, text: string): boolean {
  if (text === '') return true
  if (!/^[\w ."':#{}@/+-]{1,200}$/.test(text) || text.includes('//')) return false
  if ((text.match(/"/g)?.length ?? 0) % 2 === 1) return false
  const known: readonly string[] = moderationPlaceholders[kind]
  const named = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  const isClosed = !/[{}]/.test(text.replace(/\{[^{}]*\}/g, ''))
  return isClosed && named.every((name) => known.includes(name)) && requiredPlaceholder[kind].test(text)
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

/** The line for the console; null where a value would not stay in it, or one is missing. */
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
