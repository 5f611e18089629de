import { toAccountNumber } from '../accounts/steam-id.ts'
import { beginsWithCommand, splitCommandLines } from '../servers/rcon/command-lines.ts'

/**
 * The placeholders of a command for a game server, in braces. Each is filled with digits, or with a checked
 * name.
 */
export const vipPlaceholders = [
  'steamid',
  'accountid',
  'group',
  'seconds',
  'minutes',
  'days',
  'until',
] as const
export type VipPlaceholder = (typeof vipPlaceholders)[number]

/** When each command is sent: a player became a VIP, their end moved, or it has passed. */
export type VipCommandKind = 'grant' | 'extend' | 'expire'

/** A command is one line for one console: what could end it or begin another is refused, and so is an unknown placeholder. */
export function isVipCommand(text: string): boolean {
  if (text === '') return true
  if (!/^[\w ."':{}@/+-]{1,200}$/.test(text) || !beginsWithCommand(text)) return false
  if ((text.match(/"/g)?.length ?? 0) % 2 === 1) return false
  const named = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name)
  const isKnown = (name: string | undefined) => vipPlaceholders.some((known) => known === name)
  return named.every(isKnown) && !/[{}]/.test(text.replace(/\{[^{}]*\}/g, ''))
}

/** How many lines the commands of one moment may have. */
export const vipLinesMax = 5

/** Whether each line of a text is one command, and there are not too many. */
export function areVipCommands(text: string): boolean {
  const lines = splitCommandLines(text)
  return lines.length <= vipLinesMax && lines.every(isVipCommand)
}

/**
 * What the portal does about the plugin's table `vip_users`: nothing, compare it with what was sent, or write it itself and let the
 * commands only make the plugin read it.
 */
export const vipTableUses = ['off', 'check', 'write'] as const
export type VipTableUse = (typeof vipTableUses)[number]

/** The values of a command. `until` null is permanent: the times are then 0, as VIP plugins expect. */
export interface VipCommandValues {
  /** SteamID64. */
  steamId: string
  group: string
  /** ms since 1970. */
  until: number | null
}

/** Returns the console lines of a template at a time (ms since 1970). Times are rounded up in the player's favour. */
export function fillVipCommand(
  template: string,
  { steamId, group, until }: VipCommandValues,
  now: number,
): string {
  const left = until === null ? 0 : Math.max(1, until - now)
  const values: Record<VipPlaceholder, string> = {
    steamid: steamId,
    accountid: toAccountNumber(steamId),
    group,
    seconds: String(Math.ceil(left / 1_000)),
    minutes: String(Math.ceil(left / 60_000)),
    days: String(Math.ceil(left / 86_400_000)),
    until: until === null ? '0' : String(Math.ceil(until / 1_000)),
  }
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as VipPlaceholder] : whole,
  )
}
