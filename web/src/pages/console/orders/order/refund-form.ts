import type { OrderDetails } from '@clutch/contract/api/payments/operator-orders.ts'
import { toMinorUnits } from '@clutch/contract/rules/payments/money.ts'
import type { Attempt } from '../orders.queries.ts'

/** The payments of an order that can be refunded, at least in part; the one that paid it comes first. */
export function findRefundable({ order, attempts }: Pick<OrderDetails, 'order' | 'attempts'>): Attempt[] {
  const isPaid = order.state === 'paid' || order.state === 'fulfilled'
  return attempts
    .filter(({ left, pays }) => left > 0 && (!pays || isPaid))
    .toSorted((one, other) => Number(other.pays) - Number(one.pays))
}

/** Returns the amount to refund out of what is left, in minor units; null if the input is invalid. */
export function parseRefundSum(left: number, how: 'whole' | 'part', typed: string): number | null {
  if (how === 'whole') return left
  const amount = toMinorUnits(typed.trim())
  return amount !== null && amount >= 1 && amount <= left ? amount : null
}
