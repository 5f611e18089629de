/** What a sanction does: keeps a player out, or takes their voice or chat. */
export const sanctionKinds = ['ban', 'mute', 'gag'] as const
export type SanctionKind = (typeof sanctionKinds)[number]

export const sanctionStates = ['active', 'expired', 'lifted'] as const
export type SanctionState = (typeof sanctionStates)[number]

export const sanctionSources = ['portal', 'game', 'import'] as const
export type SanctionSource = (typeof sanctionSources)[number]

/** When a sanction ends or ended, ms since 1970; null: it does not. */
export interface SanctionEnd {
  expires: number | null
  lifted: { at: number } | null
}

/** How a sanction is at a time: one that was lifted is lifted, whether or not its time is over too. */
export function getSanctionState({ expires, lifted }: SanctionEnd, now: number): SanctionState {
  if (lifted !== null) return 'lifted'
  return expires !== null && expires <= now ? 'expired' : 'active'
}

/** Whether an operator may make or change a sanction of these servers; one who is limited to some may not reach beyond them. */
export function mayActOnServers(own: readonly string[] | null, serverIds: readonly string[] | null): boolean {
  if (own === null) return true
  return serverIds !== null && serverIds.every((id) => own.includes(id))
}
