import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import { toPublicOrderState } from '@clutch/contract/rules/payments/order-states.ts'
import type { AttemptRow } from '../attempts/attempts.store.ts'
import type { OrderRow } from './orders.store.ts'
import { checkoutOf } from '../attempts/checkout.ts'
import type { PaymentsContext } from '../payments-context.ts'

interface Around {
  /** The oldest first. */
  attempts: readonly AttemptRow[]
  questions: OrderView['questions']
  ends: Date | null
  notOnServers: boolean
}

/** Returns an order as shown to its buyer: what the portal knows for sure, without how it learned it (H2). */
export function orderView(
  payments: Pick<PaymentsContext, 'context'>,
  order: OrderRow,
  { attempts, questions, ends, notOnServers }: Around,
): OrderView {
  const { product, method, currency, amount, list_amount: listAmount, refunded, coupon } = order
  return {
    id: order.id,
    number: order.number,
    status: toPublicOrderState(order.state),
    fulfilled: order.state === 'fulfilled',
    productType: product,
    productId: order.product_id,
    description: { zh: order.description_zh, en: order.description_en },
    duration: order.duration,
    ends: ends?.getTime() ?? null,
    notOnServers,
    recipient: order.steam_id,
    method,
    currency,
    listAmount,
    amount,
    refunded,
    coupon,
    created: order.created_at.getTime(),
    paid: order.paid_at?.getTime() ?? null,
    reference: attempts.find(({ id }) => id === order.paid_by)?.reference ?? null,
    payment: order.state === 'open' ? payment(payments, attempts) : null,
    questions,
  }
}

function payment(
  payments: Pick<PaymentsContext, 'context'>,
  attempts: readonly AttemptRow[],
): OrderView['payment'] {
  const open = attempts.find(({ state }) => state === 'open')
  return open ? checkoutOf(payments, open) : null
}
