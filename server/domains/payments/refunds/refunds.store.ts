import { type Insertable, type Selectable, type Updateable, sql } from 'kysely'
import type { Currency } from '@clutch/contract/rules/payments/money.ts'
import type { RefundState } from '@clutch/contract/rules/payments/order-states.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { currentScope } from '../../../platform/observability/scope.ts'
import type { Refunds } from '../../../platform/database/types.generated.ts'

/** A row of a refund, with its state typed by the table's check. */
export interface RefundRow extends Selectable<Refunds> {
  state: RefundState
  currency: Currency
}

/** What may be written besides its state, which only `steps.ts` moves. */
export type RefundChange = Omit<Updateable<Refunds>, 'state'>

/** Stores a refund with the id of the request that asks for it. */
export function insertRefund(tx: Queries, row: Insertable<Refunds>): Promise<RefundRow> {
  return tx
    .insertInto('refunds')
    .values({ request_id: currentScope()?.requestId ?? null, ...row })
    .returningAll()
    .$castTo<RefundRow>()
    .executeTakeFirstOrThrow()
}

/** Holds a refund until the transaction ends; its order is held already. */
export function lockRefund(tx: Queries, id: string): Promise<RefundRow> {
  return tx
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .$castTo<RefundRow>()
    .executeTakeFirstOrThrow()
}

/** The refund of an order that a key was used for before. */
export function selectRefundByKey(
  queries: Queries,
  orderId: string,
  key: string,
): Promise<RefundRow | undefined> {
  return queries
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('key', '=', key)
    .$castTo<RefundRow>()
    .executeTakeFirst()
}

/** Whether a refund of an attempt was ever requested. */
export async function hasRefund(queries: Queries, attemptId: string): Promise<boolean> {
  const found = await queries
    .selectFrom('refunds')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst()
  return found !== undefined
}

/** Selects the refunds of an order, done or pending, oldest first. */
export function selectRefunds(queries: Queries, orderId: string): Promise<RefundRow[]> {
  return queries
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id')
    .$castTo<RefundRow>()
    .execute()
}

/** What of an attempt's money is on its way back, or back, in minor units: all that has not failed. */
export async function sumRefunds(queries: Queries, attemptId: string): Promise<number> {
  const { sum } = await queries
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount), 0)::integer`.as('sum'))
    .where('attempt_id', '=', attemptId)
    .where('state', '<>', 'failed')
    .executeTakeFirstOrThrow()
  return sum
}

export function updateRefund(
  tx: Queries,
  id: string,
  change: RefundChange & { state?: RefundState },
): Promise<RefundRow> {
  return tx
    .updateTable('refunds')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .$castTo<RefundRow>()
    .executeTakeFirstOrThrow()
}

/** Has the provider asked at once about the refunds of an attempt that are not finished. */
export async function wakeRefunds(tx: Queries, attemptId: string, now: Date): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ try_at: now })
    .where('attempt_id', '=', attemptId)
    .where('try_at', 'is not', null)
    .execute()
}
