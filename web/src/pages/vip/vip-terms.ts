import type { Price } from '@clutch/contract/api/payments/orders.ts'
import { vipDurations, type VipDuration } from '@clutch/contract/rules/payments/durations.ts'
import { getSavingPercent } from '@clutch/contract/rules/payments/offers.ts'

const months = { '1m': 1, '3m': 3, '1y': 12 } as const satisfies Record<VipDuration, number>

/** A term VIP is sold for. Amounts in minor units. */
export interface Term {
  duration: VipDuration
  amount: number
  perMonth: number
  /** Its saving compared with the shortest term, in whole percent; 0 for none. */
  saving: number
}

/** F4: the terms that have a price, the shortest first. */
export function createTerms(prices: readonly Price[]): Term[] {
  const sold = vipDurations.flatMap((duration) => {
    const price = prices.find((item) => item.duration === duration && !item.relocatable)
    return price === undefined ? [] : [{ duration, amount: price.minor }]
  })
  const [shortest] = sold
  return sold.map(({ duration, amount }) => {
    const times = [months[duration], months[shortest?.duration ?? duration]] as const
    return {
      duration,
      amount,
      perMonth: Math.round(amount / months[duration]),
      saving: getSavingPercent(amount, { amount: shortest?.amount ?? amount, times }),
    }
  })
}
