import type { ProductType } from '@clutch/contract/api/payments/orders.ts'
import { type Currency, currencies } from '@clutch/contract/rules/payments/money.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { selectRevenue } from './revenue.store.ts'

/** Gift cards are VIP for another player. */
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
  /** Revenue less refunds: negative on a day with more refunds than payments. */
  net: number
}

/**
 * J: returns payments less refunds in a span (`to` is excluded), by day, group and currency, the earliest day
 * first. A payment belongs to the day its provider took it, a refund to the day it was done; second payments,
 * which bought nothing, and disputed money are left out. A day without movement has no row.
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
