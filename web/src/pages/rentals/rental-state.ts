import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import {
  type RentalAction,
  type RentalRefusal,
  type RentalActionState,
  formatConnectCommand,
  isRentalExpired,
  getRentalRefusal,
} from '@clutch/contract/rules/rentals/lifecycle/rental-lifecycle.ts'
import { getApplyState, type RentalChange } from '@clutch/contract/rules/rentals/lifecycle/outages.ts'

/** G6: what the portal says is over is over, and what ends while the page is open ends here too. */
export function isExpired(server: RentalView, now: number): boolean {
  return server.isExpired || isRentalExpired(server, now)
}

/** What the rules of a card look at. */
function toRuleFacts(server: RentalView, now: number): RentalActionState {
  return {
    status: server.status,
    isOwner: server.isOwner,
    isExpired: isExpired(server, now),
    isMaintained: server.maintenance_status === 1,
    relocatable: server.relocatable === 1,
    lockedUntil: server.locked_until,
  }
}

/** Why an action is disabled on the card: the rental rules, and a reason only the card has. */
export type DisabledReason = RentalRefusal | 'nowhere'

/**
 * G4, G7, G19: why an action cannot be done now, null where it can. While a server switches nothing on its card can, and
 * nothing is copied where there is no address; on an expired card the press says so.
 */
export function getDisabledReason(
  server: RentalView,
  action: RentalAction,
  now: number,
): DisabledReason | null {
  const facts = toRuleFacts(server, now)
  const bar = getRentalRefusal(facts, action, now)
  if (bar !== null) return bar
  if (server.status === 'SWITCHING' && !facts.isExpired) return 'switching'
  return action === 'copy' && !facts.isExpired && formatConnectCommand(server) === '' ? 'nowhere' : null
}

/** G20: Under maintenance the card is covered; an expired one is only dimmed. */
export function isCovered(server: RentalView, now: number): boolean {
  return server.maintenance_status === 1 && !isExpired(server, now)
}

/** G3: Returns the active servers, then the expired ones, each in the received order. */
export function groupByExpiry(
  servers: readonly RentalView[],
  now: number,
): { active: RentalView[]; expired: RentalView[] } {
  const { active = [], expired = [] } = Object.groupBy(servers, (server) =>
    isExpired(server, now) ? 'expired' : 'active',
  )
  return { active, expired }
}

/**
 * G14, G15: Returns the state of a change that the portal accepted as `revision`; `pending` until the list
 * reports it.
 */
export function getAppliedState(
  { applying, status }: Pick<RentalView, 'applying' | 'status'>,
  kind: RentalChange,
  revision: number,
  now: number,
): 'applied' | 'pending' | 'delayed' {
  if (applying.confirmed >= revision) return 'applied'
  const state = getApplyState(applying.pending, kind, now)
  // A server that is being made takes it over at its start.
  return state === 'delayed' && status !== 'CREATING' ? 'delayed' : 'pending'
}
