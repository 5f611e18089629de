import type { VipCommands } from '@clutch/contract/api/operator.ts'
import type { VipMoment } from '@clutch/contract/rules/vip-commands.ts'
import { vipLine } from './line.ts'

/**
 * How what a game server was told of a player differs from what holds: never told, told of another end, told but nobody knows
 * whether it still has it, or told of a membership that is no more.
 */
export type ChangeKind = 'grant' | 'extend' | 'again' | 'expire'

export interface Change {
  /** SteamID64. */
  steamId: string
  kind: ChangeKind
  /** The end that holds; null is for good, and for what holds no more. */
  until: Date | null
}

/** What is sent for each kind. Plugins leave somebody they know as they are when told to add them, so that `again` does both. */
const moments: Record<ChangeKind, readonly VipMoment[]> = {
  grant: ['grant'],
  extend: ['extend'],
  again: ['grant', 'extend'],
  expire: ['expire'],
}

/** The kinds for which the operator’s templates say anything; what they say nothing for is not told. */
export function kindsOf(commands: VipCommands): ChangeKind[] {
  const kinds = Object.keys(moments) as ChangeKind[]
  return kinds.filter((kind) => moments[kind].some((moment) => commands[moment] !== ''))
}

/** The console lines of a change at a time (ms since 1970), each once, in order. */
export function linesOf({ steamId, kind, until }: Change, commands: VipCommands, now: number): string[] {
  const facts = { steamId, group: commands.group, until: until && until.getTime() }
  const templates = moments[kind].map((moment) => commands[moment]).filter((template) => template !== '')
  return [...new Set(templates)].map((template) => vipLine(template, facts, now))
}
