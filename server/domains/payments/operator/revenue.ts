import type { ProductType } from '@clutch/contract/api/payments/orders.ts'
import { type Currency, currencies } from '@clutch/contract/rules/payments/money.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { selectRevenue } from './revenue.store.ts'

/** Gift cards are VIP that somebody gives away. */
const groupOf: Record<ProductType, RevenueGroup> = { server_rental: 'rental', vip: 'vip', vip_card: 'vip' }

export type RevenueGroup = 'rental' | 'vip'

/** A day's revenue of one group in one currency, in minor units. */
export interface Revenue {
  /** YYYY-MM-DD of Asia/Shanghai. */
  day: string
  group: RevenueGroup
  currency: Currency
  paid: number
  refunded: number
  /** What is left: below nothing on a day on which more went back than came in. */
  net: number
}

/**
 * J: what came in less what went back in a span (`to` is no part of it), by day, group and currency, the earliest day first. A
 * payment is of the day its provider took it, a refund of the day it was done; second payments, which bought nothing, and what
 * is held in dispute are none. Nothing moved, no row.
 */
export async function revenue(
  queries: Queries,
  { from, to }: { from: Date; to: Date; by: 'day' },
): Promise<Revenue[]> {
  const sums = new Map<string, Revenue>()
  for (const row of await selectRevenue(queries, from, to)) {
    const currency = currencies.find((known) => known === row.currency)
    const group = groupOf[row.product as ProductType]
    if (!currency) continue
    const name = `${row.day} ${group} ${currency}`
    const sum = sums.get(name) ?? { day: row.day, group, currency, paid: 0, refunded: 0, net: 0 }
    sum.paid += row.paid
    sum.refunded += row.refunded
    sum.net = sum.paid - sum.refunded
    sums.set(name, sum)
  }
  return [...sums.values()]
}
