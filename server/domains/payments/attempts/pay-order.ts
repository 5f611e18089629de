import { randomUUIDv7 } from 'node:crypto'
import type { payOrder as payOrderCall } from '@clutch/contract/api/payments/orders.ts'
import type { Body, Reply } from '@clutch/contract/api/call.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../../../platform/database/index.ts'
import {
  type AttemptRow,
  insertAttempt,
  hasDisputedAttempt,
  lockAttempt,
  selectOpenAttempt,
  updateAttempt,
} from './attempts.store.ts'
import { plannedCheck } from '../worker/due-times.ts'
import { attemptRequest } from './provider-requests.ts'
import { providerNumber } from '../orders/order-number.ts'
import { type OrderRow, lockOrder } from '../orders/orders.store.ts'
import { isWindowOver, checkoutOf } from './checkout.ts'
import type { Buyer } from '../product.ts'
import { findPaidDuplicate } from '../orders/duplicate-purchases.ts'
import { type StartedAttempt, ProviderRefused, ProviderUnavailable } from '../providers/provider.ts'
import { selectOwnOrder } from '../orders/read-orders.ts'
import { settleAttemptNow } from './settle-attempt.ts'
import { transitionAttempt, insertInitialState } from '../transitions/transitions.ts'
import { type PaymentsContext, providerOf } from '../payments-context.ts'

type PayRequest = Body<typeof payOrderCall>
type Paying = Reply<typeof payOrderCall>

/** An attempt that can be paid, and whether it was begun by an earlier call. */
interface Begin {
  order: OrderRow
  attempt: AttemptRow
  isNew: boolean
}

/**
 * H2: where an order is paid. There is one such place at a time: asked twice, or at once from two devices, it answers the
 * same one. Throws `order.not_found`, `order.other_method`, `order.already_paid`, `order.closed`, `payment.refused`,
 * `payment.unavailable`, `payment.not_configured`.
 */
export async function payOrder(payments: PaymentsContext, buyer: Buyer, asked: PayRequest): Promise<Paying> {
  const { orderId, method, device } = asked
  const found = await selectOwnOrder(payments, buyer, orderId)
  if (found.method !== method)
    throw new PortalError('order.other_method', 'This order is for another payment method')
  providerOf(payments, method)
  const begin = await payments.context.database
    .transaction()
    .execute((tx) => liveAttempt(payments, tx, orderId, device))
  await payments.at('attempt-written')
  const place = checkoutOf(payments, begin.attempt)
  if (place) return place
  if (begin.attempt.state === 'creating' && !isWindowOver(payments, begin.attempt))
    return beginAtProvider(payments, begin)
  // It can be paid no more: the provider says how it ended.
  await settleAttemptNow(payments, begin.attempt.id)
  return refuse(await selectOwnOrder(payments, buyer, orderId))
}

/** The attempt of an order that is under way, or a new one; in a transaction, so that of two at once one makes it. */
async function liveAttempt(
  payments: PaymentsContext,
  tx: Queries,
  orderId: string,
  device: PayRequest['device'],
): Promise<Begin> {
  const order = await lockOrder(tx, orderId)
  if (order.state !== 'open') refuse(order)
  const live = await selectOpenAttempt(tx, orderId)
  if (live) return { order, attempt: live, isNew: false }
  if (await findPaidDuplicate(tx, order))
    throw new PortalError('order.already_paid', 'What this order took the place of is paid already')
  // The provider holds money of it: another payment would be a second one.
  if (await hasDisputedAttempt(tx, orderId))
    throw new PortalError('payment.unavailable', 'A payment of this order is being looked into')
  const now = payments.context.clock.now()
  const no = providerNumber()
  const attempt = await insertAttempt(tx, {
    id: randomUUIDv7(),
    order_id: orderId,
    no,
    provider: order.method,
    device,
    amount: order.amount,
    currency: order.currency,
    state: 'creating',
    created_at: now,
    check_at: plannedCheck({ created_at: now }, now),
  })
  await insertInitialState(payments, tx, {
    orderId,
    thing: no,
    state: 'creating',
    reason: `by ${order.method}`,
  })
  return { order, attempt, isNew: true }
}

/** Begins the payment under the number that is written down already: done twice, it is the same payment. */
async function beginAtProvider(payments: PaymentsContext, { order, attempt, isNew }: Begin): Promise<Paying> {
  const { log } = payments.context
  try {
    const begun = await providerOf(payments, order.method).begin(attemptRequest(payments, order, attempt))
    await payments.at('provider-begun')
    return await openAttempt(payments, attempt, begun)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error
    log.warn({ err: error, attempt: attempt.no }, 'a payment could not be begun')
    if (error instanceof ProviderUnavailable)
      throw new PortalError('payment.unavailable', 'The payment provider does not answer', { cause: error })
    // An earlier try of the same number may have been paid: that is asked first.
    if (!isNew) await settleAttemptNow(payments, attempt.id)
    return refuseAttempt(payments, attempt, error)
  }
}

async function openAttempt(
  payments: PaymentsContext,
  { id, order_id }: AttemptRow,
  begun: StartedAttempt,
): Promise<Paying> {
  const { paymentUrl, providerOrder } = begun
  const [order, attempt] = await payments.context.database.transaction().execute(async (tx) => {
    const held = await lockOrder(tx, order_id)
    const row = await lockAttempt(tx, id)
    const change = { payment_url: paymentUrl, provider_order: providerOrder }
    if (row.state === 'creating') {
      const opened = await transitionAttempt(payments, tx, row, {
        to: 'open',
        reason: 'begun at the provider',
        change,
      })
      return [held, opened ?? row]
    }
    // Closed or paid meanwhile: it stays so, and can be asked about.
    const asked = { provider_order: row.provider_order ?? providerOrder }
    return [held, await updateAttempt(tx, id, asked)]
  })
  await payments.at('attempt-opened')
  return checkoutOf(payments, attempt) ?? refuse(order)
}

/**
 * The provider refused to begin: another attempt may be made. A concurrent call may have begun it after all.
 */
async function refuseAttempt(
  payments: PaymentsContext,
  { id, order_id }: AttemptRow,
  error: ProviderRefused,
): Promise<Paying> {
  const [order, attempt] = await payments.context.database.transaction().execute(async (tx) => {
    const held = await lockOrder(tx, order_id)
    const row = await lockAttempt(tx, id)
    const reason = `the provider refused: ${error.code.slice(0, 100)}`
    if (row.state !== 'creating') return [held, row]
    return [held, (await transitionAttempt(payments, tx, row, { to: 'failed', reason })) ?? row]
  })
  const place = checkoutOf(payments, attempt)
  if (place) return place
  if (attempt.state !== 'failed') return refuse(order)
  throw new PortalError('payment.refused', 'The payment provider refused this payment', { cause: error })
}

/** Why an order cannot be paid now. */
function refuse({ state }: OrderRow): never {
  if (state === 'closed') throw new PortalError('order.closed', 'This order is closed')
  if (state === 'open')
    throw new PortalError('payment.unavailable', 'The payment before this one is still being closed')
  throw new PortalError('order.already_paid', 'This order is paid already')
}
