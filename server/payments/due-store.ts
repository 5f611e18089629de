import { sql } from 'kysely'
import { notify } from '../database/index.ts'
import type { Queries } from '../database/index.ts'
import type { AttemptRow } from './attempts-store.ts'
import type { RefundRow } from './refunds-store.ts'

/** NOTIFY where something about money is to be done at once. */
export const paymentsChannel = 'payments'

export function wakeJanitor(tx: Queries): Promise<void> {
  return notify(tx, paymentsChannel)
}

/** Of many janitors each takes what no other has. What is taken is due again at `lease`, should whoever took it die. */
export interface Take {
  now: Date
  lease: Date
  limit: number
}

export function takeAttempts(queries: Queries, { now, lease, limit }: Take): Promise<AttemptRow[]> {
  return queries
    .with('due', (all) =>
      all
        .selectFrom('payment_attempts')
        .select('id')
        .where('check_at', '<=', now)
        .orderBy('check_at')
        .orderBy('id')
        .limit(limit)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .updateTable('payment_attempts')
    .set({ check_at: lease })
    .where('id', 'in', (all) => all.selectFrom('due').select('due.id'))
    .returningAll()
    .$castTo<AttemptRow>()
    .execute()
}

/** One attempt, whether it is due or not. */
export function takeAttempt(queries: Queries, id: string, lease: Date): Promise<AttemptRow> {
  return queries
    .updateTable('payment_attempts')
    .set({ check_at: lease })
    .where('id', '=', id)
    .returningAll()
    .$castTo<AttemptRow>()
    .executeTakeFirstOrThrow()
}

export function takeRefunds(queries: Queries, { now, lease, limit }: Take): Promise<RefundRow[]> {
  return queries
    .with('due', (all) =>
      all
        .selectFrom('refunds')
        .select('id')
        .where('try_at', '<=', now)
        .orderBy('try_at')
        .orderBy('id')
        .limit(limit)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .updateTable('refunds')
    .set({ try_at: lease })
    .where('id', 'in', (all) => all.selectFrom('due').select('due.id'))
    .returningAll()
    .$castTo<RefundRow>()
    .execute()
}

/** The ids of orders that are due in one of two ways: `fulfil_at` to be delivered, `check_at` to be closed. */
export async function takeOrders(
  queries: Queries,
  column: 'fulfil_at' | 'check_at',
  { now, lease, limit }: Take,
): Promise<string[]> {
  const taken = await queries
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
    .set({ [column]: lease })
    .where('id', 'in', (all) => all.selectFrom('due').select('due.id'))
    .returning('id')
    .execute()
  return taken.map(({ id }) => id)
}

/** When the next thing is due; null where nothing waits. */
export async function selectNextDue(queries: Queries): Promise<Date | null> {
  const answer = await sql<{ due: Date | null }>`
    select least(
      (select min(check_at) from payment_attempts),
      (select min(fulfil_at) from orders),
      (select min(check_at) from orders),
      (select min(try_at) from refunds)) as due`.execute(queries)
  return answer.rows[0]?.due ?? null
}
