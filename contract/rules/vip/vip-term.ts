const day = 24 * 3_600_000

/**
 * F7: returns the end of a term added to a membership: it counts from the later of now and the present
 * expiry. Null is permanent.
 */
export function getExtendedExpiry(
  now: number,
  expires: number | null | undefined,
  termMs: number,
): number | null {
  if (expires === null) return null
  return Math.max(now, expires ?? 0) + termMs
}

/** A part of a membership that was bought or given for something (ms since 1970). */
export interface VipTerm {
  starts: number
  ends: number
}

/** What a term still has to run (ms). */
export function getRemainingMs({ starts, ends }: VipTerm, now: number): number {
  return Math.max(0, ends - Math.max(now, starts))
}

/**
 * A term within a membership that ends at a time. Terms never end later than their membership but where an operator has set
 * another end, or taken it away: as soon as something is added after that, what the operator took is no longer theirs.
 */
export function truncateTerm({ starts, ends }: VipTerm, end: number): VipTerm {
  return { starts: Math.min(starts, end), ends: Math.min(ends, end) }
}

/**
 * Returns the end of a membership after one of its terms is revoked, and the new places of the other terms:
 * later ones move up. It ends earlier by the rest of that term, but keeps what the others still have; if an
 * operator left less than all of them together, that remains.
 */
export function revokeTerm(
  now: number,
  expires: number,
  term: VipTerm,
  others: readonly VipTerm[],
): { expires: number; others: VipTerm[] } {
  const left = getRemainingMs(term, now)
  const owed = others.reduce((sum, other) => sum + getRemainingMs(other, now), 0)
  const taken = Math.max(0, Math.min(left, expires - now - owed))
  return {
    expires: expires - taken,
    others: others.map(({ starts, ends }) =>
      starts >= term.ends ? { starts: starts - left, ends: ends - left } : { starts, ends },
    ),
  }
}

/** The days before its end at which a reminder of a membership is sent. */
export const vipReminderDays = [3, 1] as const
export type VipReminder = (typeof vipReminderDays)[number]

/**
 * Which notice of an end (ms since 1970) is due now: the latest one whose time has come; null before the first and after the end.
 * A membership that began, or was prolonged, when a notice would have been due already (as by a server rented for hours) gets only the next one.
 */
export function getDueVipReminder(expires: number, now: number, granted = -Infinity): VipReminder | null {
  if (expires <= now) return null
  const notice = vipReminderDays.findLast((days) => expires - now <= days * day)
  return notice === undefined || expires - notice * day <= granted ? null : notice
}
