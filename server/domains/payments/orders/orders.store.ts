import { type Insertable, type Selectable, type Updateable, sql } from 'kysely'
import type { ProductType } from '@clutch/contract/api/payments/orders.ts'
import type { Duration } from '@clutch/contract/rules/payments/durations.ts'
import type { Currency, PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import type { OrderState } from '@clutch/contract/rules/payments/order-states.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { Orders } from '../../../platform/database/types.generated.ts'

/** An order as stored in the database; its constraints check the text values. */
export interface OrderRow extends Selectable<Orders> {
  state: OrderState
  product: ProductType
  method: PaymentMethod
  currency: Currency
  duration: Duration
}

/** What may be written besides its state, which only `steps.ts` moves. */
export type OrderChange = Omit<Updateable<Orders>, 'state'>

/** False where its number or its key is taken. */
export async function insertOrder(tx: Queries, row: Insertable<Orders>): Promise<boolean> {
  const added = await tx
    .insertInto('orders')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export function selectOrder(queries: Queries, id: string): Promise<OrderRow | undefined> {
  return queries.selectFrom('orders').selectAll().where('id', '=', id).$castTo<OrderRow>().executeTakeFirst()
}

/**
 * Locks an order until the transaction ends, and before it the first order of its purchase, so that only one
 * order of a purchase is processed at a time. Taken before attempts and refunds, to avoid deadlocks.
 */
export async function lockOrder(tx: Queries, id: string): Promise<OrderRow> {
  const held = await tx
    .selectFrom('orders')
    .selectAll()
    .where((where) =>
      where.or([
        where('id', '=', id),
        where('id', '=', (all) =>
          all.selectFrom('orders as later').select('purchase').where('later.id', '=', id),
        ),
      ]),
    )
    .orderBy('purchase', (order) => order.asc().nullsFirst())
    .forNoKeyUpdate()
    .$castTo<OrderRow>()
    .execute()
  const order = held.find((row) => row.id === id)
  if (!order) throw new Error('an order to be held is not there')
  return order
}

export function selectOrderByKey(
  queries: Queries,
  userId: string,
  key: string,
): Promise<OrderRow | undefined> {
  return queries
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .$castTo<OrderRow>()
    .executeTakeFirst()
}

/** One's own orders, newest first, after the one named. */
export function selectOrdersOf(
  queries: Queries,
  userId: string,
  before: string | undefined,
  limit: number,
): Promise<OrderRow[]> {
  return queries
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .$castTo<OrderRow>()
    .execute()
}

/** The orders that took each other's place, with this one, which is held. */
export function selectOrdersOfPurchase(tx: Queries, order: OrderRow): Promise<OrderRow[]> {
  const first = order.purchase ?? order.id
  return tx
    .selectFrom('orders')
    .selectAll()
    .where((where) => where.or([where('id', '=', first), where('purchase', '=', first)]))
    .orderBy('id')
    .$castTo<OrderRow>()
    .execute()
}

/** Returns those of some orders that are paid and have no full refund begun. */
export async function selectActiveOrders(tx: Queries, orders: readonly OrderRow[]): Promise<OrderRow[]> {
  const paid = orders.filter(({ state }) => state === 'paid' || state === 'fulfilled')
  if (paid.length === 0) return []
  const back = await tx
    .selectFrom('refunds')
    .select(['order_id', sql<number>`sum(amount)::integer`.as('sum')])
    .where('of_order', '=', true)
    .where('state', '<>', 'failed')
    .where(
      'order_id',
      'in',
      paid.map(({ id }) => id),
    )
    .groupBy('order_id')
    .execute()
  const sums = new Map(back.map(({ order_id: id, sum }) => [id, sum]))
  return paid.filter(({ id, amount }) => (sums.get(id) ?? 0) < amount)
}

export function updateOrder(
  tx: Queries,
  id: string,
  change: OrderChange & { state?: OrderState },
): Promise<OrderRow> {
  return tx
    .updateTable('orders')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .$castTo<OrderRow>()
    .executeTakeFirstOrThrow()
}
