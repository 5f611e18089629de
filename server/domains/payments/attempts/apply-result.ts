import { isAttemptPayable } from '@clutch/contract/rules/payments/order-states.ts'
import { getRetryDelayMs } from '@clutch/contract/rules/payments/payment-checks.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { raiseAlert } from '../operator/alerts.service.ts'
import { type AttemptRow, isReferenceTaken, updateAttempt } from './attempts.store.ts'
import { after, leaveDue, plannedCheck } from '../worker/due-times.ts'
import { attemptEnds } from './provider-requests.ts'
import { deliver } from '../orders/fulfilment.ts'
import { type OrderRow, updateOrder } from '../orders/orders.store.ts'
import type { Payment, Said } from '../providers/provider.ts'
import { closeLive, closeOthers, paidTwin } from '../orders/duplicate-purchases.ts'
import { mailReceipt } from '../orders/receipt-mail.ts'
import { writeRefund } from '../refunds/refunds.ts'
import { sumRefunds } from '../refunds/refunds.store.ts'
import { moveAttempt, moveOrder } from '../transitions/transitions.ts'
import type { Till } from '../payments-context.ts'

/** An order and one of its attempts, both locked, and until when the attempt was taken. */
export interface Locked {
  order: OrderRow
  attempt: AttemptRow
  lease: Date
}

/** What a provider does not know so long after the last moment at which it could be paid, it will not take money for. */
const absentForMs = 60_000
const paidTwice = '重复付款 Paid twice'

/**
 * Applies what the provider said about an attempt, in the caller's transaction that holds order and attempt. What it says
 * may be old news by now: nothing that is final changes by it.
 */
export async function applySaid(till: Till, tx: Queries, locked: Locked, said: Said): Promise<void> {
  if (said.state === 'paid') return takePayment(till, tx, locked, said.payment)
  if (said.state === 'closed') return takeClosed(till, tx, locked, 'the provider has closed it')
  const { attempt } = locked
  const ends = after(attemptEnds(attempt), absentForMs)
  if (said.state === 'absent' && attempt.state === 'closing' && till.context.clock.now() >= ends)
    return takeClosed(till, tx, locked, 'the provider never knew it')
  return waitOn(till, tx, locked)
}

/** Money came in. Of several attempts that were paid, the first pays the order; what the others brought is paid back (H8). */
async function takePayment(till: Till, tx: Queries, locked: Locked, payment: Payment): Promise<void> {
  const { order, attempt } = locked
  if (attempt.state === 'paid') return confirm(till, tx, attempt, payment)
  if (payment.amount !== attempt.amount || payment.currency !== attempt.currency)
    return dispute(till, tx, locked, payment, 'wrong-money')
  if (await isReferenceTaken(tx, attempt, payment.reference))
    return dispute(till, tx, locked, payment, 'payment-twice')
  // What the operator has paid back of it pays nothing any more.
  if (attempt.state === 'disputed' && (await sumRefunds(tx, attempt.id)) > 0)
    return dispute(till, tx, locked, payment, 'wrong-money')
  const { reference, paidAt } = payment
  const change = { reference, paid_at: paidAt, check_at: null, silent: 0 }
  const paid = await moveAttempt(till, tx, attempt, {
    to: 'paid',
    reason: 'the provider has the money',
    change,
  })
  if (!paid) return
  await till.at('paid-written')
  if (order.state === 'open' || order.state === 'closed') await makePaid(till, tx, order, paid)
  else await sendBack(till, tx, order, paid)
}

async function makePaid(till: Till, tx: Queries, order: OrderRow, attempt: AttemptRow): Promise<void> {
  const now = till.context.clock.now()
  const reason = order.state === 'closed' ? 'paid late' : 'paid'
  // Due until it is delivered, should delivering take this process down.
  const change = { paid_by: attempt.id, paid_at: now, check_at: null, fulfil_at: now }
  const paid = await moveOrder(till, tx, order, { to: 'paid', reason: `${reason} by ${attempt.no}`, change })
  if (!paid) return
  await closeOthers(till, tx, paid)
  const twin = await paidTwin(tx, paid)
  if (twin === null) {
    await deliver(till, tx, paid)
    return mailReceipt(till, tx, paid)
  }
  await updateOrder(tx, paid.id, { fulfil_at: null, problem: `${twin.number} took its place and is paid` })
  await sendBack(till, tx, paid, attempt)
}

/** A second payment: of the same order, or of one whose place was taken by another that is paid. */
async function sendBack(till: Till, tx: Queries, order: OrderRow, attempt: AttemptRow): Promise<void> {
  const detail = { order: order.number, amount: attempt.amount, currency: attempt.currency }
  await raiseAlert(till.context, tx, { kind: 'second-payment', subject: attempt.no, detail })
  await writeRefund(till, tx, {
    attempt,
    amount: attempt.amount,
    reason: paidTwice,
    by: 'portal',
    ofOrder: order.paid_by === attempt.id,
  })
}

/** H5: the provider holds something else than was asked for. That pays nothing; the operator looks at it. */
async function dispute(
  till: Till,
  tx: Queries,
  { order, attempt }: Locked,
  { reference, amount, currency }: Payment,
  kind: 'wrong-money' | 'payment-twice',
): Promise<void> {
  const expected = { amount: attempt.amount, currency: attempt.currency }
  const detail = { order: order.number, expected, found: { amount, currency, reference } }
  await raiseAlert(till.context, tx, { kind, subject: attempt.no, detail })
  // A payment that counts for another attempt is not this one's to pay back.
  const isOwn = kind === 'wrong-money' && !(await isReferenceTaken(tx, attempt, reference))
  const held = isOwn ? { reference, held_amount: amount, held_currency: currency } : {}
  const change = { check_at: null, silent: 0, ...held }
  if (attempt.state === 'disputed') await updateAttempt(tx, attempt.id, change)
  else await moveAttempt(till, tx, attempt, { to: 'disputed', reason: kind, change })
  if (order.state === 'open') await closeLive(till, tx, [order], 'another payment of it is disputed')
}

/** What is known is told again. Another payment under the same number would be something to look at. */
async function confirm(till: Till, tx: Queries, attempt: AttemptRow, { reference }: Payment): Promise<void> {
  await updateAttempt(tx, attempt.id, { check_at: null, silent: 0 })
  if (reference === attempt.reference) return
  const detail = { paidBy: attempt.reference, found: reference }
  await raiseAlert(till.context, tx, { kind: 'payment-twice', subject: attempt.no, detail })
}

/** It can no longer be paid, as far as anybody knows. It is asked about for some days yet, and its money honoured. */
async function takeClosed(till: Till, tx: Queries, locked: Locked, reason: string): Promise<void> {
  const { order, attempt, lease } = locked
  // Of what is final it says nothing new; that something paid should be closed is written down.
  if (attempt.state === 'paid') await moveAttempt(till, tx, attempt, { to: 'closed', reason })
  if (!isAttemptPayable(attempt.state)) return waitOn(till, tx, locked)
  const next = plannedCheck(attempt, till.context.clock.now())
  const change = { silent: 0, waits: 0, check_at: leaveDue(attempt.check_at, lease, next) }
  const closed = await moveAttempt(till, tx, attempt, { to: 'closed', reason, change })
  if (closed && order.state === 'open')
    await moveOrder(till, tx, order, { to: 'closed', reason: 'nothing was paid', change: { check_at: null } })
}

/** Nothing is decided: the provider is asked again. */
async function waitOn(till: Till, tx: Queries, { attempt, lease }: Locked): Promise<void> {
  if (attempt.state === 'paid' || attempt.state === 'disputed') {
    await updateAttempt(tx, attempt.id, { check_at: null, silent: 0 })
    return
  }
  const now = till.context.clock.now()
  // What should be closed and is not is asked about sooner, the sooner the fresher it is.
  const waits = attempt.state === 'closing' ? attempt.waits + 1 : 0
  const next = waits > 0 ? after(now, getRetryDelayMs(waits - 1)) : plannedCheck(attempt, now)
  const change = { silent: 0, waits, check_at: leaveDue(attempt.check_at, lease, next) }
  await updateAttempt(tx, attempt.id, change)
}
