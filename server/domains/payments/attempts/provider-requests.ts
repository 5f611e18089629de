import { paymentWindowMs } from '@clutch/contract/limits.ts'
import type { AttemptRow } from './attempts.store.ts'
import type { OrderRow } from '../orders/orders.store.ts'
import type { PaidOrder } from '../product.ts'
import type { AttemptRequest, ProviderRefundRequest } from '../providers/provider.ts'
import type { RefundRow } from '../refunds/refunds.store.ts'
import type { PaymentsContext } from '../payments-context.ts'

/** Returns an attempt as sent to its provider: the same every time. */
export function attemptRequest(
  { context }: Pick<PaymentsContext, 'context'>,
  order: OrderRow,
  attempt: AttemptRow,
): AttemptRequest {
  const { no, amount, currency, device, created_at: created, provider_order: providerOrder } = attempt
  return {
    no,
    amount,
    currency,
    subject: currency === 'CNY' ? order.description_zh : order.description_en,
    device,
    created,
    until: attemptExpiry(attempt),
    providerOrder,
    returnUrl: `${context.config.publicUrl}/orders/${order.id}`,
  }
}

/** H4: until when an attempt can be paid. */
export function attemptExpiry({ created_at: created }: Pick<AttemptRow, 'created_at'>): Date {
  return new Date(created.getTime() + paymentWindowMs)
}

export function refundRequest(
  payments: Pick<PaymentsContext, 'context'>,
  { order, attempt, refund }: { order: OrderRow; attempt: AttemptRow; refund: RefundRow },
): ProviderRefundRequest {
  const { no, amount, currency, reason } = refund
  const reference = attempt.reference ?? ''
  // Of a disputed attempt goes back what the provider has, in the currency it has it in.
  const paid = attempt.state === 'disputed' ? (attempt.held_amount ?? attempt.amount) : attempt.amount
  return {
    no,
    amount,
    reason,
    attempt: { ...attemptRequest(payments, order, attempt), currency, reference, paid },
  }
}

/** Returns an order as passed to its product. */
export function toPaidOrder(order: OrderRow): PaidOrder {
  const { id, user_id: userId, buyer, steam_id: recipient, product_id: productId, options, duration } = order
  return { id, userId, buyer, recipient, productId, options: options as Record<string, unknown>, duration }
}
