import { PortalError } from '@clutch/contract/errors.ts'
import { isAttemptPayable } from '@clutch/contract/rules/payments/order-states.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { type AttemptRow, selectAttempts, updateAttempt } from '../attempts/attempts.store.ts'
import { notifyPaymentsWorker } from '../worker/due-work.store.ts'
import {
  type OrderRow,
  lockOrder,
  selectOrder,
  selectOrdersOfPurchase,
  selectActiveOrders,
} from './orders.store.ts'
import { transitionAttempt, transitionOrder } from '../transitions/transitions.service.ts'
import type { PaymentsContext } from '../payments-context.ts'

/**
 * H8: returns the purchase that a new order continues: that of the order it replaces, which is locked with
 * it. Throws `order.not_found` for another user's order, and `order.already_paid` where the purchase is paid:
 * there is nothing to replace.
 */
export async function findPurchaseId(tx: Queries, userId: string, replaces: string): Promise<string> {
  const found = await selectOrder(tx, replaces)
  if (found?.user_id !== userId) throw new PortalError('order.not_found', 'There is no such order')
  const order = await lockOrder(tx, replaces)
  const [paid] = await selectActiveOrders(tx, await selectOrdersOfPurchase(tx, order))
  if (paid) throw new PortalError('order.already_paid', `This is paid already, by ${paid.number}`)
  return order.purchase ?? order.id
}

/** H8: returns the purchase of an order for the quote of the one that is to replace it; null for another user's. */
export async function findOwnPurchaseId(
  queries: Queries,
  userId: string,
  orderId: string,
): Promise<string | null> {
  const order = await selectOrder(queries, orderId)
  return order?.user_id === userId ? (order.purchase ?? order.id) : null
}

/** Returns another paid order of the same purchase without a full refund begun; this one is locked. */
export async function findPaidDuplicate(tx: Queries, order: OrderRow): Promise<OrderRow | null> {
  const others = (await selectOrdersOfPurchase(tx, order)).filter(({ id }) => id !== order.id)
  return (await selectActiveOrders(tx, others))[0] ?? null
}

/**
 * H8: prevents a second payment once an order is paid: by another attempt of it, or by another order of the
 * same purchase. Attempts that can be paid are closed at their provider; orders without one are closed here.
 */
export async function closeDuplicates(payments: PaymentsContext, tx: Queries, paid: OrderRow): Promise<void> {
  const orders = await selectOrdersOfPurchase(tx, paid)
  const reason = `${paid.number} is paid`
  const live = await closeOpenOrders(payments, tx, orders, reason)
  for (const order of orders)
    if (order.state === 'open' && !live.some(({ order_id: id }) => id === order.id))
      await transitionOrder(payments, tx, order, { to: 'closed', reason, change: { check_at: null } })
}

/** Has the attempts by which orders can be paid closed at their providers; the orders are held. Answers those attempts. */
export async function closeOpenOrders(
  payments: PaymentsContext,
  tx: Queries,
  orders: readonly OrderRow[],
  reason: string,
): Promise<AttemptRow[]> {
  const attempts = await selectAttempts(
    tx,
    orders.map(({ id }) => id),
  )
  const live = attempts.filter(({ state }) => isAttemptPayable(state))
  for (const attempt of live) {
    const change = { check_at: payments.context.clock.now() }
    if (attempt.state === 'closing') await updateAttempt(tx, attempt.id, change)
    else await transitionAttempt(payments, tx, attempt, { to: 'closing', reason, change })
  }
  if (live.length > 0) await notifyPaymentsWorker(tx)
  return live
}
