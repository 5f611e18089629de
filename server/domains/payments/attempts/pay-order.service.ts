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
import { findPaidDuplicate } from '../orders/duplicate-purchases.service.ts'
import { type StartedAttempt, ProviderRefused, ProviderUnavailable } from '../providers/provider.ts'
import { selectOwnOrder } from '../orders/read-orders.service.ts'
import { settleAttemptNow } from './settle-attempt.service.ts'
import { transitionAttempt, insertInitialState } from '../transitions/transitions.service.ts'
import { type PaymentsContext, providerOf } from '../payments-context.ts'

type PayRequest = Body<typeof payOrderCall>
type Checkout = Reply<typeof payOrderCall>

/** An attempt that can be paid, and whether this call created it. */
interface LiveAttempt {
  order: OrderRow
  attempt: AttemptRow
  isNew: boolean
}

/**
 * H2: returns where an order is paid. Repeated and concurrent calls return the same checkout. Throws `order.not_found`, `order.other_method`, `order.already_paid`, `order.closed`, `payment.refused`,
 * `payment.unavailable`, `payment.not_configured`.
 */
export async function payOrder(
  payments: PaymentsContext,
  buyer: Buyer,
  input: PayRequest,
): Promise<Checkout> {
  const { orderId, method, device } = input
  const found = await selectOwnOrder(payments, buyer, orderId)
  if (found.method !== method)
    throw new PortalError('order.other_method', 'This order is for another payment method')
  providerOf(payments, method)
  const started = await payments.context.database
    .transaction()
    .execute((tx) => getOrCreateAttempt(payments, tx, orderId, device))
  await payments.at('attempt-written')
  const checkout = checkoutOf(payments, started.attempt)
  if (checkout) return checkout
  if (started.attempt.state === 'creating' && !isWindowOver(payments, started.attempt))
    return beginAtProvider(payments, started)
  // It can no longer be paid: ask the provider how it ended.
  await settleAttemptNow(payments, started.attempt.id)
  return refuse(await selectOwnOrder(payments, buyer, orderId))
}

/** Returns the open attempt of an order or creates one. The order's lock lets only one of two concurrent calls create it. */
async function getOrCreateAttempt(
  payments: PaymentsContext,
  tx: Queries,
  orderId: string,
  device: PayRequest['device'],
): Promise<LiveAttempt> {
  const order = await lockOrder(tx, orderId)
  if (order.state !== 'open') refuse(order)
  const live = await selectOpenAttempt(tx, orderId)
  if (live) return { order, attempt: live, isNew: false }
  if (await findPaidDuplicate(tx, order))
    throw new PortalError('order.already_paid', 'The order that this one replaced is paid already')
  // The provider already holds money for it: this would be a second payment.
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

/** Begins the payment under the stored number, so that a repeat is the same payment. */
async function beginAtProvider(
  payments: PaymentsContext,
  { order, attempt, isNew }: LiveAttempt,
): Promise<Checkout> {
  const { log } = payments.context
  try {
    const started = await providerOf(payments, order.method).begin(attemptRequest(payments, order, attempt))
    await payments.at('provider-begun')
    return await openAttempt(payments, attempt, started)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error
    log.warn({ err: error, attempt: attempt.no }, 'payment could not be started')
    if (error instanceof ProviderUnavailable)
      throw new PortalError('payment.unavailable', 'The payment provider does not answer', { cause: error })
    // An earlier call with this number may have been paid: ask the provider first.
    if (!isNew) await settleAttemptNow(payments, attempt.id)
    return refuseAttempt(payments, attempt, error)
  }
}

async function openAttempt(
  payments: PaymentsContext,
  { id, order_id }: AttemptRow,
  started: StartedAttempt,
): Promise<Checkout> {
  const { paymentUrl, providerOrder } = started
  const [order, attempt] = await payments.context.database.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, order_id)
    const row = await lockAttempt(tx, id)
    const change = { payment_url: paymentUrl, provider_order: providerOrder }
    if (row.state === 'creating') {
      const opened = await transitionAttempt(payments, tx, row, {
        to: 'open',
        reason: 'begun at the provider',
        change,
      })
      return [order, opened ?? row]
    }
    // Closed or paid meanwhile: keep that state, but store the provider's order for queries.
    const update = { provider_order: row.provider_order ?? providerOrder }
    return [order, await updateAttempt(tx, id, update)]
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
): Promise<Checkout> {
  const [order, attempt] = await payments.context.database.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, order_id)
    const row = await lockAttempt(tx, id)
    const reason = `the provider refused: ${error.code.slice(0, 100)}`
    if (row.state !== 'creating') return [order, row]
    return [order, (await transitionAttempt(payments, tx, row, { to: 'failed', reason })) ?? row]
  })
  const checkout = checkoutOf(payments, attempt)
  if (checkout) return checkout
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
