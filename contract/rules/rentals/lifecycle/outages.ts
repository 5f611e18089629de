const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Why a rented server does not run although it should: its game ended, does not answer or does not start, or its host is silent. */
export const outageReasons = ['crashed', 'silent', 'starting', 'unreachable'] as const
export type OutageReason = (typeof outageReasons)[number]

/** The owner gets a mail about an outage of this length. */
export const outageMailMs = 5 * minuteMs
/** An outage ends once the server has run for this long: one that keeps crashing has one long outage. */
export const outageRecoveryMs = 3 * minuteMs
/**
 * A requested restart, and the creation of a new instance, may take this long before they count as an outage.
 */
export const restartGraceMs = 5 * minuteMs
export const creationGraceMs = 10 * minuteMs

/** What longer outages give back at most. A host that is lost for longer is the operator's decision. */
const maxCreditMs = 7 * dayMs

/**
 * The time (ms) that an outage from one moment to another gives back: all of it once it is longer than an hour, at most seven days.
 * `given` is what the same outage gave back before.
 */
export function getOutageCredit(from: number, until: number, given = 0): number {
  const length = until - from
  return length > hourMs ? Math.max(0, Math.min(length, maxCreditMs) - given) : 0
}

/** What an owner can change that a running game has to take over. */
export const rentalChanges = ['password', 'admins'] as const
export type RentalChange = (typeof rentalChanges)[number]

/** A game that has not confirmed a change by then could not be reached. */
const applyDelayedMs = 20_000

/** A change that the game has not confirmed: since when, ms since 1970. */
export interface PendingChange {
  kind: RentalChange
  since: number
}

/** G14, G15: how far a change is: `delayed` could not be applied yet and is tried again. */
export function getApplyState(
  pending: readonly PendingChange[],
  kind: RentalChange,
  now: number,
): 'applied' | 'pending' | 'delayed' {
  const change = pending.find((one) => one.kind === kind)
  if (!change) return 'applied'
  return now - change.since >= applyDelayedMs ? 'delayed' : 'pending'
}

/** How long the card shows what happened to a server: a new address, a failed verification. */
export const ownerNoteMs = dayMs
