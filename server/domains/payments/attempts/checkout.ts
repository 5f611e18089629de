import { isPaymentWindowOver } from '@clutch/contract/rules/payments/payment-checks.ts'
import type { AttemptRow } from './attempts.store.ts'
import { attemptExpiry } from './provider-requests.ts'
import type { PaymentsContext } from '../payments-context.ts'

/** Where an attempt can be paid, and how long still (ms); null where it cannot. */
export function checkoutOf(
  payments: Pick<PaymentsContext, 'context'>,
  attempt: AttemptRow,
): { payment_url: string; expiresIn: number } | null {
  if (attempt.state !== 'open' || attempt.payment_url === null || isWindowOver(payments, attempt)) return null
  const expiresIn = attemptExpiry(attempt).getTime() - payments.context.clock.now().getTime()
  return { payment_url: attempt.payment_url, expiresIn }
}

/** H4: whether the time in which an attempt can be paid is over. */
export function isWindowOver(
  { context }: Pick<PaymentsContext, 'context'>,
  { created_at: created }: AttemptRow,
): boolean {
  return isPaymentWindowOver(created.getTime(), context.clock.now().getTime())
}
