import { type PlayerAction, needsUserId } from '../servers/rcon/moderation-commands.ts'
import type { SanctionKind } from './sanctions.ts'

/** How a sanction is on one game server. `absent`: the commands need the player there; `unsupported`: no command for it is set. */
export const sanctionServerStates = ['waiting', 'applied', 'absent', 'unsupported', 'lifted'] as const
export type SanctionServerState = (typeof sanctionServerStates)[number]

/** Each kind with the command that ends it. */
export const liftingActions = { ban: 'unban', mute: 'unmute', gag: 'ungag' } as const satisfies Record<
  SanctionKind,
  PlayerAction
>

/** Commands that store a mute or gag by SteamID are sent again after this time; others with each visit. */
const resendAfterMs = 24 * 3_600_000

/** What is known when a sanction is enforced on a game server. Times in ms since 1970. */
export interface EnforcementFacts {
  kind: SanctionKind
  /** `ended`: its time is over, which the server notices by itself. */
  target: 'applied' | 'lifted' | 'ended'
  /** Whether another sanction of the kind holds for the player there. */
  isHeldByAnother: boolean
  /** Whether this is another account at the address of a ban. */
  isByAddress: boolean
  /** The commands of the server's preset that apply and that lift it; empty for none. */
  commands: { apply: string; lift: string }
  /** The player on the server: when they came, if that is known; null where they are not there. */
  present: { since: number | null } | null
  /** When the command was sent last. */
  sentAt: number | null
  /** Whether the sanction was changed since. */
  resend: boolean
  /** Since when the server is online. */
  onlineSince: number | null
  now: number
}

/** What is done on a game server, in this order, and the state when it went well. `kick` is the portal's own. */
export interface EnforcementPlan {
  actions: readonly (Exclude<PlayerAction, 'kick'> | 'portal-kick')[]
  state: SanctionServerState
}

/** Decides what brings a game server to a sanction. */
export function planEnforcement(facts: EnforcementFacts): EnforcementPlan {
  if (facts.target === 'applied') return facts.kind === 'ban' ? planBan(facts) : planSilence(facts)
  const isNeeded = facts.target === 'lifted' && !facts.isHeldByAnother && !facts.isByAddress
  const actions = isNeeded && facts.commands.lift !== '' ? [liftingActions[facts.kind]] : []
  return { actions, state: 'lifted' }
}

/** A banned player who is there is kicked, whatever the plugins do; the ban of the preset only spares them the way. */
function planBan({
  isByAddress,
  commands: { apply, lift },
  present,
  sentAt,
  resend,
}: EnforcementFacts): EnforcementPlan {
  if (isByAddress)
    return present ? { actions: ['portal-kick'], state: 'applied' } : { actions: [], state: 'absent' }
  if (present) {
    if (apply === '') return { actions: ['portal-kick'], state: 'applied' }
    return { actions: needsUserId(apply) ? ['ban', 'portal-kick'] : ['portal-kick', 'ban'], state: 'applied' }
  }
  const isSent = sentAt !== null
  if (apply === '' || needsUserId(apply) || (isSent && !resend))
    return { actions: [], state: isSent ? 'applied' : 'absent' }
  return { actions: isSent && lift !== '' ? ['unban', 'ban'] : ['ban'], state: 'applied' }
}

function planSilence(facts: EnforcementFacts): EnforcementPlan {
  const { kind, commands, present, sentAt, resend } = facts
  if (commands.apply === '') return { actions: [], state: 'unsupported' }
  if (!present && needsUserId(commands.apply)) return { actions: [], state: 'absent' }
  if (sentAt !== null && !resend && isStillApplied(facts, sentAt)) return { actions: [], state: 'applied' }
  const isChanged = sentAt !== null && resend && commands.lift !== ''
  return { actions: isChanged ? [liftingActions[kind], kind] : [kind], state: 'applied' }
}

/** A restart loses what the game holds, and so does leaving where the command is about a player who is there. */
function isStillApplied({ commands, present, onlineSince, now }: EnforcementFacts, sentAt: number): boolean {
  if (onlineSince !== null && onlineSince > sentAt) return false
  if (!needsUserId(commands.apply)) return now - sentAt < resendAfterMs
  return present?.since != null && present.since <= sentAt
}

/** The minutes of a command until a time, at least one; 0 for a permanent sanction. */
export function toCommandMinutes(expires: number | null, now: number): number {
  return expires === null ? 0 : Math.max(1, Math.ceil((expires - now) / 60_000))
}
