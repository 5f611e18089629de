import { isAttemptPayable } from '@clutch/contract/rules/payments/order-states.ts'
import { getRetryDelayMs } from '@clutch/contract/rules/payments/payment-checks.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { raiseAlert } from '../operator/alerts.service.ts'
import { type AttemptRow, isReferenceTaken, updateAttempt } from './attempts.store.ts'
import { addMs } from '../../../platform/clock/add-ms.ts'
import { releaseClaim, plannedCheck } from '../worker/due-times.ts'
import { attemptExpiry } from './provider-requests.ts'
import { fulfilOrder } from '../orders/fulfilment.service.ts'
import { type OrderRow, updateOrder } from '../orders/orders.store.ts'
import type { Payment, AttemptResult } from '../providers/provider.ts'
import { closeOpenOrders, closeDuplicates, findPaidDuplicate } from '../orders/duplicate-purchases.service.ts'
import { mailReceipt } from '../orders/receipt-mail.ts'
import { insertRefundOfOrder } from '../refunds/refunds.service.ts'
import { sumRefunds } from '../refunds/refunds.store.ts'
import { transitionAttempt, transitionOrder } from '../transitions/transitions.service.ts'
import type { PaymentsContext } from '../payments-context.ts'

/** An order and one of its attempts, both locked, and until when the attempt was taken. */
export interface LockedAttempt {
  order: OrderRow
  attempt: AttemptRow
  claimedUntil: Date
}

/**
 * If a provider does not know an attempt this long after its payment window, it will not take money for it.
 */
const absentForMs = 60_000
const paidTwice = '重复付款 Paid twice'

/**
 * Applies the provider's answer about an attempt, in the caller's transaction that locks order and attempt.
 * The answer may be outdated: it changes no final state.
 */
export async function applyAttemptResult(
  payments: PaymentsContext,
  tx: Queries,
  locked: LockedAttempt,
  result: AttemptResult,
): Promise<void> {
  if (result.state === 'paid') return takePayment(payments, tx, locked, result.payment)
  if (result.state === 'closed') return takeClosed(payments, tx, locked, 'the provider has closed it')
  const { attempt } = locked
  const ends = addMs(attemptExpiry(attempt), absentForMs)
  if (result.state === 'absent' && attempt.state === 'closing' && payments.context.clock.now() >= ends)
    return takeClosed(payments, tx, locked, 'the provider never knew it')
  return waitOn(payments, tx, locked)
}

/** Money came in. Of several attempts that were paid, the first pays the order; the others are refunded (H8). */
async function takePayment(
  payments: PaymentsContext,
  tx: Queries,
  locked: LockedAttempt,
  payment: Payment,
): Promise<void> {
  const { order, attempt } = locked
  if (attempt.state === 'paid') return confirm(payments, tx, attempt, payment)
  if (payment.amount !== attempt.amount || payment.currency !== attempt.currency)
    return dispute(payments, tx, locked, payment, 'wrong-money')
  if (await isReferenceTaken(tx, attempt, payment.reference))
    return dispute(payments, tx, locked, payment, 'payment-twice')
  // What an operator has refunded of it no longer pays for the order.
  if (attempt.state === 'disputed' && (await sumRefunds(tx, attempt.id)) > 0)
    return dispute(payments, tx, locked, payment, 'wrong-money')
  const { reference, paidAt } = payment
  const change = { reference, paid_at: paidAt, check_at: null, silent: 0 }
  const paid = await transitionAttempt(payments, tx, attempt, {
    to: 'paid',
    reason: 'the provider has the money',
    change,
  })
  if (!paid) return
  await payments.at('paid-written')
  if (order.state === 'open' || order.state === 'closed') await makePaid(payments, tx, order, paid)
  else await sendBack(payments, tx, order, paid)
}

async function makePaid(
  payments: PaymentsContext,
  tx: Queries,
  order: OrderRow,
  attempt: AttemptRow,
): Promise<void> {
  const now = payments.context.clock.now()
  const reason = order.state === 'closed' ? 'paid late' : 'paid'
  // Due until it is delivered, should delivering take this process down.
  const change = { paid_by: attempt.id, paid_at: now, check_at: null, fulfil_at: now }
  const paid = await transitionOrder(payments, tx, order, {
    to: 'paid',
    reason: `${reason} by ${attempt.no}`,
    change,
  })
  if (!paid) return
  await closeDuplicates(payments, tx, paid)
  const twin = await findPaidDuplicate(tx, paid)
  if (twin === null) {
    await fulfilOrder(payments, tx, paid)
    return mailReceipt(payments, tx, paid)
  }
  await updateOrder(tx, paid.id, { fulfil_at: null, problem: `${twin.number} took its place and is paid` })
  await sendBack(payments, tx, paid, attempt)
}

/** A second payment: of the same order, or of one whose place was taken by another that is paid. */
async function sendBack(
  payments: PaymentsContext,
  tx: Queries,
  order: OrderRow,
  attempt: AttemptRow,
): Promise<void> {
  const detail = { order: order.number, amount: attempt.amount, currency: attempt.currency }
  await raiseAlert(payments.context, tx, { kind: 'second-payment', subject: attempt.no, detail })
  await insertRefundOfOrder(payments, tx, {
    attempt,
    amount: attempt.amount,
    reason: paidTwice,
    by: 'portal',
    ofOrder: order.paid_by === attempt.id,
  })
}

/** H5: the provider holds something else than was asked for. That pays nothing; the operator looks at it. */
async function dispute(
  payments: PaymentsContext,
  tx: Queries,
  { order, attempt }: LockedAttempt,
  { reference, amount, currency }: Payment,
  kind: 'wrong-money' | 'payment-twice',
): Promise<void> {
  const expected = { amount: attempt.amount, currency: attempt.currency }
  const detail = { order: order.number, expected, found: { amount, currency, reference } }
  await raiseAlert(payments.context, tx, { kind, subject: attempt.no, detail })
  // A payment that counts for another attempt is not refunded for this one.
  const isOwn = kind === 'wrong-money' && !(await isReferenceTaken(tx, attempt, reference))
  const payment = isOwn ? { reference, held_amount: amount, held_currency: currency } : {}
  const change = { check_at: null, silent: 0, ...payment }
  if (attempt.state === 'disputed') await updateAttempt(tx, attempt.id, change)
  else await transitionAttempt(payments, tx, attempt, { to: 'disputed', reason: kind, change })
  if (order.state === 'open')
    await closeOpenOrders(payments, tx, [order], 'another payment of it is disputed')
}

/** A known payment is reported again. Another payment under the same number raises an alert. */
async function confirm(
  payments: PaymentsContext,
  tx: Queries,
  attempt: AttemptRow,
  { reference }: Payment,
): Promise<void> {
  await updateAttempt(tx, attempt.id, { check_at: null, silent: 0 })
  if (reference === attempt.reference) return
  const detail = { paidBy: attempt.reference, found: reference }
  await raiseAlert(payments.context, tx, { kind: 'payment-twice', subject: attempt.no, detail })
}

/** The attempt can probably no longer be paid. It is queried for some more days, and a payment still counts. */
async function takeClosed(
  payments: PaymentsContext,
  tx: Queries,
  locked: LockedAttempt,
  reason: string,
): Promise<void> {
  const { order, attempt, claimedUntil } = locked
  // A final state does not change; a closing report for a paid attempt is logged.
  if (attempt.state === 'paid') await transitionAttempt(payments, tx, attempt, { to: 'closed', reason })
  if (!isAttemptPayable(attempt.state)) return waitOn(payments, tx, locked)
  const next = plannedCheck(attempt, payments.context.clock.now())
  const change = { silent: 0, waits: 0, check_at: releaseClaim(attempt.check_at, claimedUntil, next) }
  const closed = await transitionAttempt(payments, tx, attempt, { to: 'closed', reason, change })
  if (closed && order.state === 'open')
    await transitionOrder(payments, tx, order, {
      to: 'closed',
      reason: 'nothing was paid',
      change: { check_at: null },
    })
}

/** Nothing is decided: the provider is asked again. */
async function waitOn(
  payments: PaymentsContext,
  tx: Queries,
  { attempt, claimedUntil }: LockedAttempt,
): Promise<void> {
  if (attempt.state === 'paid' || attempt.state === 'disputed') {
    await updateAttempt(tx, attempt.id, { check_at: null, silent: 0 })
    return
  }
  const now = payments.context.clock.now()
  // What should be closed and is not is asked about sooner, the sooner the fresher it is.
  const waits = attempt.state === 'closing' ? attempt.waits + 1 : 0
  const next = waits > 0 ? addMs(now, getRetryDelayMs(waits - 1)) : plannedCheck(attempt, now)
  const change = { silent: 0, waits, check_at: releaseClaim(attempt.check_at, claimedUntil, next) }
  await updateAttempt(tx, attempt.id, change)
}
