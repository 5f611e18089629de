import { createHash, randomUUIDv7 } from 'node:crypto'
import { PortalError } from '@clutch/contract/errors.ts'
import { type Currency, currencies } from '@clutch/contract/rules/payments/money.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { type WriteAudit, noAudit } from '../../../platform/http/calls/write-audit.ts'
import { type AttemptRow, lockAttempt, selectAttempts } from '../attempts/attempts.store.ts'
import { notifyPaymentsWorker } from '../worker/due-work.store.ts'
import { providerNumber } from '../orders/order-number.ts'
import { type OrderRow, lockOrder, selectOrder } from '../orders/orders.store.ts'
import { closeOpenOrders } from '../orders/duplicate-purchases.service.ts'
import {
  type RefundRequestRow,
  deleteRefundRequest,
  insertRefundRequest,
  selectRefundRequest,
} from './refund-requests.store.ts'
import { insertRefund, selectRefundByKey, sumRefunds } from './refunds.store.ts'
import { transitionOrder, insertInitialState } from '../transitions/transitions.service.ts'
import type { PaymentsContext } from '../payments-context.ts'

export interface NewRefund {
  attempt: AttemptRow
  /** Minor units of what the provider holds of the attempt. */
  amount: number
  /** The buyer may read it at the provider. */
  reason: string
  /** A SteamID64, `operator` for the operator's token, or `portal`. */
  by: string
  /** Whether it pays the order back, or a payment that bought nothing. */
  ofOrder: boolean
  key?: { key: string; key_hash: Buffer }
}

export interface RefundRequest {
  orderId: string
  /** Minor units; all that is left where it is not said. */
  amount?: number | undefined
  reason: string
  by: string
  /** The id of the attempt whose money is meant; the one that paid the order where it is not said. */
  attempt?: string | undefined
  /** The same key with the same contents is the same refund. */
  key?: string | undefined
}

/** What a provider holds of an attempt, as far as the portal knows; null where that is nothing. */
export function refundableAmount(attempt: AttemptRow): { amount: number; currency: string } | null {
  const { state, amount, currency, held_amount: held, held_currency: heldCurrency } = attempt
  if (state === 'paid') return { amount, currency }
  return state === 'disputed' && held !== null && heldCurrency !== null
    ? { amount: held, currency: heldCurrency }
    : null
}

/**
 * Requests the refund of an order, in full or in part, or of another attempt's money; the worker asks the
 * provider until it has answered. Never more than is held, for any number of concurrent requests. The refund
 * of another amount than was ordered closes the order. Throws `order.not_found` (also for an attempt of
 * another order), `order.not_paid`, `order.key_reused`, `refund.too_much`, `refund.awaits_approval`, and `payment.unavailable`
 * for a currency that the portal cannot refund. From an amount that is configured on it waits for a second operator.
 */
export async function refundOrder(
  payments: PaymentsContext,
  request: RefundRequest,
  writeAudit: WriteAudit = noAudit,
): Promise<void> {
  const { orderId, reason, by, key } = request
  const { database } = payments.context
  if (!(await selectOrder(database, orderId)))
    throw new PortalError('order.not_found', 'There is no such order')
  await database.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (key !== undefined && (await isRepeat(tx, request, key))) return
    const attempt = await payingAttempt(tx, order, request.attempt)
    const refundable = refundableAmount(attempt)
    if (refundable === null)
      throw new PortalError('order.not_paid', 'The provider holds nothing of this attempt')
    const remaining = refundable.amount - (await sumRefunds(tx, attempt.id))
    const amount = request.amount ?? remaining
    if (amount < 1 || amount > remaining)
      throw new PortalError('refund.too_much', 'This is more than the refundable amount')
    const keyed = key === undefined ? {} : { key: { key, key_hash: hashContents(request) } }
    const refund = { attempt, amount, reason, by, ofOrder: attempt.id === order.paid_by, ...keyed }
    if (await selectRefundRequest(tx, orderId))
      throw new PortalError('refund.awaits_approval', 'A refund of this order waits for a second operator')
    const total = amount + (refundable.amount - remaining)
    if (needsApproval(payments, refundable.currency, total)) await requestApproval(payments, tx, refund)
    else await insertAndClose(payments, tx, order, refund)
    await writeAudit(tx)
  })
}

/**
 * Makes the refund that another operator requested, unchanged. Throws `order.not_found`, `refund.not_requested`,
 * `refund.own_request` for the one who requested it, and `refund.too_much` where less is left by now.
 */
export async function approveRefund(
  payments: PaymentsContext,
  { orderId, by }: Pick<RefundRequest, 'orderId' | 'by'>,
  writeAudit: WriteAudit = noAudit,
): Promise<void> {
  await withRequest(payments, orderId, async (tx, order, request) => {
    if (request.requested_by === by)
      throw new PortalError(
        'refund.own_request',
        'Another operator approves a refund than the one who requested it',
      )
    const attempt = await lockAttempt(tx, request.attempt_id)
    const remaining = (refundableAmount(attempt)?.amount ?? 0) - (await sumRefunds(tx, attempt.id))
    const { amount, reason, key, key_hash } = request
    if (amount > remaining)
      throw new PortalError('refund.too_much', 'This is more than the refundable amount')
    const keyed = key === null || key_hash === null ? {} : { key: { key, key_hash } }
    const ofOrder = attempt.id === order.paid_by
    await insertAndClose(payments, tx, order, {
      attempt,
      amount,
      reason,
      by: request.requested_by,
      ofOrder,
      ...keyed,
    })
    await writeAudit(tx)
  })
}

/** Drops a refund that waits for approval: nothing is refunded. Throws `order.not_found`, `refund.not_requested`. */
export async function declineRefund(
  payments: PaymentsContext,
  orderId: string,
  writeAudit: WriteAudit = noAudit,
): Promise<void> {
  await withRequest(payments, orderId, async (tx) => writeAudit(tx))
}

/** Takes the request of an order out of the way of others, in one transaction with what becomes of it. */
async function withRequest(
  { context }: PaymentsContext,
  orderId: string,
  act: (tx: Queries, order: OrderRow, request: RefundRequestRow) => Promise<void>,
): Promise<void> {
  if (!(await selectOrder(context.database, orderId)))
    throw new PortalError('order.not_found', 'There is no such order')
  await context.database.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const request = await deleteRefundRequest(tx, orderId)
    if (!request) throw new PortalError('refund.not_requested', 'No refund of this order waits for approval')
    await act(tx, order, request)
  })
}

/** Whether a second operator must approve that so much of a payment goes back, in minor units. */
function needsApproval({ context }: PaymentsContext, currency: string, total: number): boolean {
  const { refundApprovalCny, refundApprovalUsd } = context.config
  const from = currency === 'CNY' ? refundApprovalCny : refundApprovalUsd
  return from !== undefined && total >= from
}

async function requestApproval(
  { context }: PaymentsContext,
  tx: Queries,
  { attempt, amount, reason, by, key }: NewRefund,
): Promise<void> {
  await insertRefundRequest(tx, {
    order_id: attempt.order_id,
    attempt_id: attempt.id,
    amount,
    currency: currencyOf(attempt),
    reason,
    ...key,
    requested_by: by,
    requested_at: context.clock.now(),
  })
}

/** Inserts the refund; that of other money than was asked for closes the order. */
async function insertAndClose(
  payments: PaymentsContext,
  tx: Queries,
  order: OrderRow,
  refund: NewRefund,
): Promise<void> {
  await insertRefundOfOrder(payments, tx, refund)
  if (refund.attempt.state === 'disputed' && order.state === 'open')
    await closeUnpaidOrder(payments, tx, order)
}

/** Returns the attempt to refund, locked. A paid order can be refunded until it is refunded in full. */
async function payingAttempt(tx: Queries, order: OrderRow, id: string | undefined): Promise<AttemptRow> {
  const attempts = await selectAttempts(tx, [order.id])
  if (id !== undefined && !attempts.some((one) => one.id === id))
    throw new PortalError('order.not_found', 'This order has no such attempt')
  const attemptId = id ?? order.paid_by
  const isPaid = order.state === 'paid' || order.state === 'fulfilled'
  if (attemptId === null || (attemptId === order.paid_by && !isPaid))
    throw new PortalError('order.not_paid', 'Only a paid order can be refunded')
  return lockAttempt(tx, attemptId)
}

/** Closes an order whose disputed payment is refunded: it must not be paid again. */
async function closeUnpaidOrder(payments: PaymentsContext, tx: Queries, order: OrderRow): Promise<void> {
  const reason = 'a payment of another amount or currency is refunded'
  const live = await closeOpenOrders(payments, tx, [order], reason)
  if (live.length === 0)
    await transitionOrder(payments, tx, order, { to: 'closed', reason, change: { check_at: null } })
}

async function isRepeat(tx: Queries, request: RefundRequest, key: string): Promise<boolean> {
  const requested = await selectRefundRequest(tx, request.orderId)
  const known = requested?.key === key ? requested : await selectRefundByKey(tx, request.orderId, key)
  if (known && !known.key_hash?.equals(hashContents(request)))
    throw new PortalError('order.key_reused', 'This key was used for another refund')
  return known !== undefined
}

function hashContents({ amount, reason, attempt }: RefundRequest): Buffer {
  const contents = JSON.stringify([amount ?? null, reason, attempt ?? null])
  return createHash('sha256').update(contents).digest()
}

/**
 * Inserts a refund in the caller's transaction, which holds the order's lock and has checked the remaining
 * amount.
 */
export async function insertRefundOfOrder(
  payments: Pick<PaymentsContext, 'context' | 'at'>,
  tx: Queries,
  refund: NewRefund,
): Promise<void> {
  const { attempt, amount, reason, by, ofOrder, key } = refund
  const now = payments.context.clock.now()
  const no = providerNumber()
  const { order_id: orderId } = attempt
  await insertRefund(tx, {
    id: randomUUIDv7(),
    order_id: orderId,
    attempt_id: attempt.id,
    no,
    amount,
    currency: currencyOf(attempt),
    state: 'asked',
    of_order: ofOrder,
    reason,
    asked_by: by,
    ...key,
    created_at: now,
    try_at: now,
  })
  await insertInitialState(payments, tx, { orderId, thing: no, state: 'asked', reason: `${reason} (${by})` })
  await notifyPaymentsWorker(tx)
  await payments.at('refund-written')
}

function currencyOf(attempt: AttemptRow): Currency {
  const heldCurrency = refundableAmount(attempt)?.currency
  const currency = currencies.find((known) => known === heldCurrency)
  if (!currency) throw new PortalError('payment.unavailable', 'Only the provider can refund this currency')
  return currency
}
