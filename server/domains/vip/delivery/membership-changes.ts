import type { VipCommands } from '@clutch/contract/api/content/operator-portal-settings.ts'
import { splitCommandLines } from '@clutch/contract/rules/servers/rcon/command-lines.ts'
import type { VipCommandKind, VipCommandValues } from '@clutch/contract/rules/vip/vip-commands.ts'
import { renderVipCommand } from './vip-command.ts'

/**
 * How the state that a game server accepted differs from a membership: never sent, another end, sent but
 * possibly lost, or a membership that has ended.
 */
export type ChangeKind = 'grant' | 'extend' | 'again' | 'expire'

export interface Change {
  /** SteamID64. */
  steamId: string
  kind: ChangeKind
  /** The end of the membership; null for a permanent one and for one that has ended. */
  until: Date | null
  /** The group the server was sent for the player; null if nothing was sent. */
  group: string | null
  /** How often in a row the server did not take it. */
  refusals: number
}

/** The commands sent for each kind. Plugins ignore an add for a player they know, so `again` sends both. */
const moments: Record<ChangeKind, readonly VipCommandKind[]> = {
  grant: ['grant'],
  extend: ['extend'],
  again: ['grant', 'extend'],
  expire: ['expire'],
}

/** Returns the kinds for which the operator set a command, or all that a table takes; others are not sent. */
export function enabledKinds(commands: VipCommands): ChangeKind[] {
  const kinds = Object.keys(moments) as ChangeKind[]
  if (commands.table === 'write') return kinds
  return kinds.filter((kind) => moments[kind].some((moment) => commands[moment] !== ''))
}

/** The console lines of a change at a time (ms since 1970), each once, in order. */
export function commandsOf(change: Change, commands: VipCommands, now: number): string[] {
  const { steamId, kind, until, group: previousGroup } = change
  const facts = { steamId, group: groupOfChange(change, commands), until: until && until.getTime() }
  // A row of the table is replaced; a command that removes the player could come after that.
  const isMoved = commands.table !== 'write' && previousGroup !== null && previousGroup !== facts.group
  const left = isMoved ? lines(['expire'], { ...facts, group: previousGroup }) : []
  return [...left, ...lines(moments[kind], facts)]

  function lines(of: readonly VipCommandKind[], filled: VipCommandValues): string[] {
    const templates = of.flatMap((moment) => splitCommandLines(commands[moment]))
    return [...new Set(templates)].map((template) => renderVipCommand(template, filled, now))
  }
}

/**
 * Returns the group that a change is sent with: the group that the server was sent before, even after the
 * operator changed it, since it would not find the player in another. A full delivery moves them to the new
 * one.
 */
export function groupOfChange(
  { kind, group }: Pick<Change, 'kind' | 'group'>,
  commands: VipCommands,
): string {
  return kind === 'again' ? commands.group : (group ?? commands.group)
}
