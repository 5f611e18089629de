import { sql } from 'kysely'
import { type PaymentMethod, paymentMethods } from '@clutch/contract/rules/payments/money.ts'
import { type Queries, notify } from '../../../platform/database/index.ts'
import type { AttemptRow } from '../attempts/attempts.store.ts'
import type { RefundRow } from '../refunds/refunds.store.ts'

/** NOTIFY when payment work is due at once. */
export const paymentsChannel = 'payments'

export function notifyPaymentsWorker(tx: Queries): Promise<void> {
  return notify(tx, paymentsChannel)
}

/**
 * Each worker claims rows that no other holds. A claimed row is due again at `claimedUntil` if its worker
 * dies.
 */
export interface ClaimOptions {
  now: Date
  claimedUntil: Date
  limit: number
}

/** Claims attempts of one provider that are due for a query. */
export function claimAttempts(
  queries: Queries,
  provider: PaymentMethod,
  { now, claimedUntil, limit }: ClaimOptions,
): Promise<AttemptRow[]> {
  return queries
    .with('due', (all) =>
      all
        .selectFrom('payment_attempts')
        .select('id')
        .where('provider', '=', provider)
        .where('check_at', '<=', now)
        .orderBy('check_at')
        .orderBy('id')
        .limit(limit)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .updateTable('payment_attempts')
    .set({ check_at: claimedUntil })
    .where('id', 'in', (all) => all.selectFrom('due').select('due.id'))
    .returningAll()
    .$castTo<AttemptRow>()
    .execute()
}

/** One attempt, whether it is due or not. */
export function claimAttempt(queries: Queries, id: string, claimedUntil: Date): Promise<AttemptRow> {
  return queries
    .updateTable('payment_attempts')
    .set({ check_at: claimedUntil })
    .where('id', '=', id)
    .returningAll()
    .$castTo<AttemptRow>()
    .executeTakeFirstOrThrow()
}

/** Claims refunds that one provider has to make or report on. */
export function claimRefunds(
  queries: Queries,
  provider: PaymentMethod,
  { now, claimedUntil, limit }: ClaimOptions,
): Promise<RefundRow[]> {
  return queries
    .with('due', (all) =>
      all
        .selectFrom('refunds')
        .innerJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
        .select('refunds.id')
        .where('payment_attempts.provider', '=', provider)
        .where('refunds.try_at', '<=', now)
        .orderBy('refunds.try_at')
        .orderBy('refunds.id')
        .limit(limit)
        .forNoKeyUpdate('refunds')
        .skipLocked(),
    )
    .updateTable('refunds')
    .set({ try_at: claimedUntil })
    .where('id', 'in', (all) => all.selectFrom('due').select('due.id'))
    .returningAll()
    .$castTo<RefundRow>()
    .execute()
}

/** The ids of orders that are due in one of two ways: `fulfil_at` to be delivered, `check_at` to be closed. */
export async function claimOrders(
  queries: Queries,
  column: 'fulfil_at' | 'check_at',
  { now, claimedUntil, limit }: ClaimOptions,
): Promise<string[]> {
  const claimed = await queries
    .with('due', (all) =>
      all
        .selectFrom('orders')
        .select('id')
        .where(column, '<=', now)
        .orderBy(column)
        .orderBy('id')
        .limit(limit)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .updateTable('orders')
    .set({ [column]: claimedUntil })
    .where('id', 'in', (all) => all.selectFrom('due').select('due.id'))
    .returning('id')
    .execute()
  return claimed.map(({ id }) => id)
}

/** A kind of due work; `provider` is null if it waits for none. */
export interface DueRow {
  kind: DueKind
  provider: PaymentMethod | null
  /** When the first of it is due. */
  due: Date
}

/** `fulfil` and `close` orders; `settle` attempts and `refund` at their provider. */
export type DueKind = 'fulfil' | 'settle' | 'refund' | 'close'

/** What waits, each kind at each provider once. */
export async function selectDueRows(queries: Queries): Promise<DueRow[]> {
  const answer = await sql<DueRow>`
    select kind, provider, due from (
      select 'fulfil' as kind, null as provider, min(fulfil_at) as due from orders
      union all select 'close', null, min(check_at) from orders
      union all select 'settle', method,
        (select min(check_at) from payment_attempts where provider = method and check_at is not null)
        from unnest(${paymentMethods}::text[]) as method
      union all select 'refund', provider, min(try_at)
        from refunds join payment_attempts on payment_attempts.id = attempt_id
        where try_at is not null group by provider) as waiting
      where due is not null`.execute(queries)
  return answer.rows
}

/** Returns when the next work is due; null if none is. */
export async function selectNextDueTime(queries: Queries): Promise<Date | null> {
  const times = (await selectDueRows(queries)).map(({ due }) => due.getTime())
  return times.length > 0 ? new Date(Math.min(...times)) : null
}
