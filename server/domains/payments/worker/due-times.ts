import { getNextPaymentCheck } from '@clutch/contract/rules/payments/payment-checks.ts'
import type { AttemptRow } from '../attempts/attempts.store.ts'
import { toDate } from '../../../platform/clock/to-date.ts'

/** How long a claim is valid: longer than two calls of a provider. */
export const claimMs = 30_000

/** Returns when work claimed now is due again. */
export function claimExpiry(now: Date): Date {
  return new Date(now.getTime() + claimMs)
}

/** When an attempt is asked about next by the plan; null at its end. */
export function plannedCheck(
  { created_at: created }: Pick<AttemptRow, 'created_at'>,
  now: Date,
): Date | null {
  return toDate(getNextPaymentCheck(created.getTime(), now.getTime()))
}

/**
 * Returns the due time that the holder of a claim leaves behind: `next`, but not later than another process
 * has set meanwhile, such as a webhook that arrived during the query.
 */
export function releaseClaim(present: Date | null, claimedUntil: Date, next: Date | null): Date | null {
  const wasWoken = present !== null && present.getTime() !== claimedUntil.getTime()
  if (!wasWoken) return next
  return next !== null && next < present ? next : present
}
