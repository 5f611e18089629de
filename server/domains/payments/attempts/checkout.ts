import { isPaymentWindowOver } from '@clutch/contract/rules/payments/payment-checks.ts'
import type { AttemptRow } from './attempts.store.ts'
import { attemptEnds } from './provider-requests.ts'
import type { Till } from '../payments-context.ts'

/** Where an attempt can be paid, and how long still (ms); null where it cannot. */
export function placeOf(
  till: Pick<Till, 'context'>,
  attempt: AttemptRow,
): { payment_url: string; expiresIn: number } | null {
  if (attempt.state !== 'open' || attempt.payment_url === null || isOver(till, attempt)) return null
  const expiresIn = attemptEnds(attempt).getTime() - till.context.clock.now().getTime()
  return { payment_url: attempt.payment_url, expiresIn }
}

/** H4: whether the time in which an attempt can be paid is over. */
export function isOver({ context }: Pick<Till, 'context'>, { created_at: created }: AttemptRow): boolean {
  return isPaymentWindowOver(created.getTime(), context.clock.now().getTime())
}
