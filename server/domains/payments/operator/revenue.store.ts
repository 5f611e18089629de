import { sql } from 'kysely'
import { communityTimeZone } from '@clutch/contract/limits.ts'
import type { Queries } from '../../../platform/database/index.ts'

/** What one product brought in one currency on one day of Asia/Shanghai, in minor units. */
interface RevenueRow {
  day: string
  product: string
  currency: string
  paid: number
  refunded: number
}

/** Orders by the moment their provider took the money, and what went back of them by the moment it was back. */
export async function selectRevenue(queries: Queries, from: Date, to: Date): Promise<RevenueRow[]> {
  const { rows } = await sql<RevenueRow>`
    select to_char(at at time zone ${communityTimeZone}, 'YYYY-MM-DD') as day, product, currency,
        sum(paid)::float8 as paid, sum(refunded)::float8 as refunded
      from (
        select attempts.paid_at as at, orders.product, attempts.currency, attempts.amount as paid, 0 as refunded
          from payment_attempts attempts join orders on orders.id = attempts.order_id and orders.paid_by = attempts.id
          where attempts.paid_at >= ${from} and attempts.paid_at < ${to}
        union all
        select refunds.done_at, orders.product, refunds.currency, 0, refunds.amount
          from refunds join orders on orders.id = refunds.order_id
          where refunds.of_order and refunds.state = 'done' and refunds.done_at >= ${from} and refunds.done_at < ${to}
      ) moved
      group by 1, 2, 3
      order by 1, 2, 3`.execute(queries)
  return rows
}
