import { randomUUIDv7 } from 'node:crypto'
import type { payOrder as payOrderCall } from '@clutch/contract/api/payments/orders.ts'
import type { Body, Reply } from '@clutch/contract/api/call.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../../../platform/database/index.ts'
import {
  type AttemptRow,
  insertAttempt,
  isDisputed,
  lockAttempt,
  selectLiveAttempt,
  updateAttempt,
} from './attempts.store.ts'
import { plannedCheck } from '../worker/due-times.ts'
import { attemptFacts } from './provider-requests.ts'
import { providerNumber } from '../orders/order-number.ts'
import { type OrderRow, lockOrder } from '../orders/orders.store.ts'
import { isOver, placeOf } from './checkout.ts'
import type { Buyer } from '../product.ts'
import { paidTwin } from '../orders/duplicate-purchases.ts'
import { type Begun, ProviderRefused, ProviderSilent } from '../providers/provider.ts'
import { ownOrder } from '../orders/read-orders.ts'
import { settleNow } from './settle-attempt.ts'
import { moveAttempt, writeBeginning } from '../transitions/transitions.ts'
import { type Till, providerOf } from '../payments-context.ts'

type Asked = Body<typeof payOrderCall>
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
export async function payOrder(till: Till, buyer: Buyer, asked: Asked): Promise<Paying> {
  const { orderId, method, device } = asked
  const found = await ownOrder(till, buyer, orderId)
  if (found.method !== method)
    throw new PortalError('order.other_method', 'This order is for another payment method')
  providerOf(till, method)
  const begin = await till.context.database
    .transaction()
    .execute((tx) => liveAttempt(till, tx, orderId, device))
  await till.at('attempt-written')
  const place = placeOf(till, begin.attempt)
  if (place) return place
  if (begin.attempt.state === 'creating' && !isOver(till, begin.attempt)) return beginAtProvider(till, begin)
  // It can be paid no more: the provider says how it ended.
  await settleNow(till, begin.attempt.id)
  return refuse(await ownOrder(till, buyer, orderId))
}

/** The attempt of an order that is under way, or a new one; in a transaction, so that of two at once one makes it. */
async function liveAttempt(
  till: Till,
  tx: Queries,
  orderId: string,
  device: Asked['device'],
): Promise<Begin> {
  const order = await lockOrder(tx, orderId)
  if (order.state !== 'open') refuse(order)
  const live = await selectLiveAttempt(tx, orderId)
  if (live) return { order, attempt: live, isNew: false }
  if (await paidTwin(tx, order))
    throw new PortalError('order.already_paid', 'What this order took the place of is paid already')
  // The provider holds money of it: another payment would be a second one.
  if (await isDisputed(tx, orderId))
    throw new PortalError('payment.unavailable', 'A payment of this order is being looked into')
  const now = till.context.clock.now()
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
  await writeBeginning(till, tx, { orderId, thing: no, state: 'creating', reason: `by ${order.method}` })
  return { order, attempt, isNew: true }
}

/** Begins the payment under the number that is written down already: done twice, it is the same payment. */
async function beginAtProvider(till: Till, { order, attempt, isNew }: Begin): Promise<Paying> {
  const { log } = till.context
  try {
    const begun = await providerOf(till, order.method).begin(attemptFacts(till, order, attempt))
    await till.at('provider-begun')
    return await openAttempt(till, attempt, begun)
  } catch (error) {
    if (!(error instanceof ProviderSilent || error instanceof ProviderRefused)) throw error
    log.warn({ err: error, attempt: attempt.no }, 'a payment could not be begun')
    if (error instanceof ProviderSilent)
      throw new PortalError('payment.unavailable', 'The payment provider does not answer', { cause: error })
    // An earlier try of the same number may have been paid: that is asked first.
    if (!isNew) await settleNow(till, attempt.id)
    return refuseAttempt(till, attempt, error)
  }
}

async function openAttempt(till: Till, { id, order_id }: AttemptRow, begun: Begun): Promise<Paying> {
  const { paymentUrl, providerOrder } = begun
  const [order, attempt] = await till.context.database.transaction().execute(async (tx) => {
    const held = await lockOrder(tx, order_id)
    const row = await lockAttempt(tx, id)
    const change = { payment_url: paymentUrl, provider_order: providerOrder }
    if (row.state === 'creating') {
      const opened = await moveAttempt(till, tx, row, { to: 'open', reason: 'begun at the provider', change })
      return [held, opened ?? row]
    }
    // Closed or paid meanwhile: it stays so, and can be asked about.
    const asked = { provider_order: row.provider_order ?? providerOrder }
    return [held, await updateAttempt(tx, id, asked)]
  })
  await till.at('attempt-opened')
  return placeOf(till, attempt) ?? refuse(order)
}

/** The provider would not begin: another attempt may be made. Somebody else's call may have begun it after all. */
async function refuseAttempt(
  till: Till,
  { id, order_id }: AttemptRow,
  error: ProviderRefused,
): Promise<Paying> {
  const [order, attempt] = await till.context.database.transaction().execute(async (tx) => {
    const held = await lockOrder(tx, order_id)
    const row = await lockAttempt(tx, id)
    const reason = `the provider refused: ${error.code.slice(0, 100)}`
    if (row.state !== 'creating') return [held, row]
    return [held, (await moveAttempt(till, tx, row, { to: 'failed', reason })) ?? row]
  })
  const place = placeOf(till, attempt)
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
