import { getNextPaymentCheck } from '@clutch/contract/rules/payments/payment-checks.ts'
import type { AttemptRow } from '../attempts/attempts.store.ts'

/** How long whoever took something may work on it before another takes it: longer than two calls of a provider. */
export const claimMs = 30_000

/** When what is taken now is due again. */
export function claimExpiry(now: Date): Date {
  return new Date(now.getTime() + claimMs)
}

export function addMs(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}

/** When an attempt is asked about next by the plan; null at its end. */
export function plannedCheck(
  { created_at: created }: Pick<AttemptRow, 'created_at'>,
  now: Date,
): Date | null {
  const next = getNextPaymentCheck(created.getTime(), now.getTime())
  return next === null ? null : new Date(next)
}

/**
 * The due time that whoever took something at `claimedUntil` leaves behind: `next`, but no later than somebody else has set it
 * meanwhile, such as a notify that came while the provider was asked.
 */
export function releaseClaim(present: Date | null, claimedUntil: Date, next: Date | null): Date | null {
  const wasWoken = present !== null && present.getTime() !== claimedUntil.getTime()
  if (!wasWoken) return next
  return next !== null && next < present ? next : present
}
