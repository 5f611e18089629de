import type { OrderView } from '@clutch/contract/api/payments/orders.ts'

/**
 * An order as the portal sent it, and when, by the monotonic clock (`performance.now()`, ms): the payment
 * window counts from there, independent of the visitor's clock.
 */
export interface TimedOrder extends OrderView {
  seen: number
  /** Until when the payment under way can be made, by the same clock; null where none is. */
  until: number | null
}

export function toTimedOrder(order: OrderView, now = performance.now()): TimedOrder {
  return { ...order, seen: now, until: order.payment && now + order.payment.expiresIn }
}

/** Whether an order is not finished: it can be paid, or its fulfilment is pending. */
export function isPending(order: OrderView | undefined): boolean {
  return order !== undefined && (order.status === 'open' || (order.status === 'paid' && !order.fulfilled))
}

/** Whole seconds until a moment; 0 from then on. */
export function secondsUntil(until: number, now = performance.now()): number {
  return Math.max(0, Math.ceil((until - now) / 1_000))
}

/** `5:12`. */
export function formatMinutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
