import type { VipCommands } from '@clutch/contract/api/servers/operator-servers.ts'
import type { VipCommandValues, VipCommandKind } from '@clutch/contract/rules/vip/vip-commands.ts'
import { renderVipCommand } from './vip-command.ts'

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
  /** The group the server was told the player is in; null where it was told nothing. */
  group: string | null
}

/** What is sent for each kind. Plugins leave somebody they know as they are when told to add them, so that `again` does both. */
const moments: Record<ChangeKind, readonly VipCommandKind[]> = {
  grant: ['grant'],
  extend: ['extend'],
  again: ['grant', 'extend'],
  expire: ['expire'],
}

/** The kinds for which the operator’s templates say anything; what they say nothing for is not told. */
export function enabledKinds(commands: VipCommands): ChangeKind[] {
  const kinds = Object.keys(moments) as ChangeKind[]
  return kinds.filter((kind) => moments[kind].some((moment) => commands[moment] !== ''))
}

/** The console lines of a change at a time (ms since 1970), each once, in order. */
export function commandsOf(change: Change, commands: VipCommands, now: number): string[] {
  const { steamId, kind, until, group: told } = change
  const facts = { steamId, group: groupOfChange(change, commands), until: until && until.getTime() }
  const left = told !== null && told !== facts.group ? lines(['expire'], { ...facts, group: told }) : []
  return [...left, ...lines(moments[kind], facts)]

  function lines(of: readonly VipCommandKind[], filled: VipCommandValues): string[] {
    const templates = of.map((moment) => commands[moment]).filter((template) => template !== '')
    return [...new Set(templates)].map((template) => renderVipCommand(template, filled, now))
  }
}

/**
 * The group that a change is told with. A server hears of a player the group it was told before, also after the operator has
 * set another: it would look for them in vain there. When it is told everything again they leave that one for the new one.
 */
export function groupOfChange(
  { kind, group }: Pick<Change, 'kind' | 'group'>,
  commands: VipCommands,
): string {
  return kind === 'again' ? commands.group : (group ?? commands.group)
}
