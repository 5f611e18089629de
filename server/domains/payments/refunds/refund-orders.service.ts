import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { lockAttempt } from '../attempts/attempts.store.ts'
import { lockOrder } from '../orders/orders.store.ts'
import { refundableAmount, insertRefundOfOrder } from './refunds.service.ts'
import { sumRefunds } from './refunds.store.ts'

/** The orders to refund and who requested it: a SteamID64, or `portal`. */
export interface OrderRefund {
  orderIds: readonly string[]
  /** The buyer may read it at the provider. */
  reason: string
  by: string
}

/**
 * For the domains that sell: refunds the rest of these orders, in the caller's transaction, which holds them from
 * here on. Each product takes back what its order bought once the money is back. Answers of how many orders something was left.
 */
export async function refundOrders(
  context: AppContext,
  tx: Queries,
  { orderIds, reason, by }: OrderRefund,
): Promise<number> {
  let paidBack = 0
  for (const id of orderIds.toSorted()) {
    const order = await lockOrder(tx, id)
    if (order.paid_by === null || (order.state !== 'paid' && order.state !== 'fulfilled')) continue
    const attempt = await lockAttempt(tx, order.paid_by)
    const amount = (refundableAmount(attempt)?.amount ?? 0) - (await sumRefunds(tx, attempt.id))
    if (amount < 1) continue
    await insertRefundOfOrder({ context, at: () => undefined }, tx, {
      attempt,
      amount,
      reason,
      by,
      ofOrder: true,
    })
    paidBack += 1
  }
  return paidBack
}
