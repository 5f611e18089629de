import type { Currency } from './money.ts'

/** What a coupon takes off: percent of the price, or an amount in minor units of one currency. */
export type Discount =
  | { kind: 'percent'; percent: number }
  | { kind: 'fixed'; amount: number; currency: Currency }

/** Returns a coupon code as typed, in capitals and trimmed. */
export function normalizeCouponCode(text: string): string {
  return text.trim().toUpperCase()
}

/** A coupon's code: 3 to 32 capitals, digits and hyphens. */
export const couponPattern = /^[A-Z0-9](?:[A-Z0-9-]{1,30})[A-Z0-9]$/

/** No provider takes less than the smallest coin, so something is always left to pay. */
const minimumAmount = 1

/**
 * Returns the price after a discount (both in minor units), rounded in the buyer's favour; the price itself
 * if a fixed coupon is in another currency.
 */
export function applyDiscount(price: number, currency: Currency, discount: Discount): number {
  if (discount.kind === 'percent')
    return Math.max(minimumAmount, Math.floor((price * (100 - discount.percent)) / 100))
  return discount.currency === currency ? Math.max(minimumAmount, price - discount.amount) : price
}
