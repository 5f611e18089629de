import { sql } from 'kysely'
import type { Currency } from '@clutch/contract/rules/payments/money.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { DueKind } from '../worker/due-work.store.ts'

/** Money that waits, by currency: minor units, and since when the oldest of it waits. */
export interface WaitingMoney {
  currency: Currency
  count: number
  amount: number
  since: Date
}

/** Orders that are paid and not fulfilled. */
export async function selectUnfulfilledMoney(queries: Queries): Promise<WaitingMoney[]> {
  const { rows } = await sql<WaitingMoney>`
    select currency, count(*)::integer as count, sum(amount)::float8 as amount, min(paid_at) as since
      from orders where state = 'paid' group by currency`.execute(queries)
  return rows
}

/** Refunds that a provider has not confirmed. */
export async function selectPendingRefunds(queries: Queries): Promise<WaitingMoney[]> {
  const { rows } = await sql<WaitingMoney>`
    select currency, count(*)::integer as count, sum(amount)::float8 as amount, min(created_at) as since
      from refunds where state in ('asked', 'pending') group by currency`.execute(queries)
  return rows
}

/** Work of the payments worker that is due now, and since when. */
export interface DueDepth {
  kind: DueKind
  count: number
  since: Date | null
}

export async function selectDueDepths(queries: Queries, now: Date): Promise<DueDepth[]> {
  const { rows } = await sql<DueDepth>`
    select 'fulfil' as kind, count(*)::integer as count, min(fulfil_at) as since from orders where fulfil_at <= ${now}
    union all select 'close', count(*)::integer, min(check_at) from orders where check_at <= ${now}
    union all select 'settle', count(*)::integer, min(check_at) from payment_attempts where check_at <= ${now}
    union all select 'refund', count(*)::integer, min(try_at) from refunds where try_at <= ${now}`.execute(
    queries,
  )
  return rows
}

/** Alerts about money that no operator has dismissed. */
export async function countOpenAlerts(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom('money_alerts')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('dismissed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
