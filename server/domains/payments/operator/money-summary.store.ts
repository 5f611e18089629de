import { sql } from 'kysely'
import { type Queries, containsText, steamIdBeginsWith } from '../../../platform/database/index.ts'

/** What waits for an operator: how many, and the one it has waited for longest. */
export interface WaitingRow {
  kind: 'order' | 'refund' | 'refundRequest' | 'alert' | 'question'
  count: number
  id: string
  name: string
  problem: string
}

/** Orders that are paid and not delivered, refunds that do not come through or wait for approval, alerts, questions; a kind of none is left out. */
export async function selectWaitingMoney(queries: Queries): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    with waiting as (
      select 'order' as kind, id, number as name, problem, paid_at as at from orders
        where state = 'paid' and problem <> ''
      union all
      select 'refund', orders.id, orders.number, refunds.problem, refunds.created_at
        from refunds join orders on orders.id = refunds.order_id
        where refunds.state in ('asked', 'pending') and refunds.problem <> ''
      union all
      select 'refundRequest', orders.id, orders.number, refund_requests.reason, refund_requests.requested_at
        from refund_requests join orders on orders.id = refund_requests.order_id
      union all
      select 'alert', id, subject, '', last_at from money_alerts where dismissed_at is null
      union all
      select 'question', order_questions.id, orders.number, text, asked_at
        from order_questions join orders on orders.id = order_questions.order_id where answer is null
    )
    select distinct on (kind) kind, (count(*) over (partition by kind))::integer as count, id, name, left(problem, 200) as problem
      from waiting order by kind, at, id`.execute(queries)
  return rows
}

/** The orders whose number a text is a part of, or whose buyer's SteamID64 it begins, newest first. */
export function selectOrdersByNumber(queries: Queries, find: string, limit: number) {
  return queries
    .selectFrom('orders')
    .select(['id', 'number', 'state', 'buyer'])
    .where(
      sql<boolean>`id in (
        (select id from orders where ${containsText('number', find)} order by id desc limit ${limit})
        union all (select id from orders where ${steamIdBeginsWith('buyer', find)} order by id desc limit ${limit}))`,
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
