import { sql } from 'kysely'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { ProductType } from '@clutch/contract/api/payments.ts'
import type { Duration } from '@clutch/contract/rules/durations.ts'
import type { Currency, PaymentMethod } from '@clutch/contract/rules/money.ts'
import type { OrderState } from '@clutch/contract/rules/order-states.ts'
import type { Queries } from '../database/index.ts'
import type { Orders } from '../database/types.generated.ts'

/** An order as the database holds it; its checks see to the words. */
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

/** Holds an order until the transaction ends. Taken before its attempts and refunds, so that nobody waits in a circle. */
export function lockOrder(tx: Queries, id: string): Promise<OrderRow> {
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .$castTo<OrderRow>()
    .executeTakeFirstOrThrow()
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

/** What was wanted, and since when it counts as the same wish. */
export interface Wish {
  userId: string
  product: ProductType
  productId: string
  recipient: string | null
  since: Date
}

/**
 * The first order of the purchase that a new order goes on with, if the buyer gave one up: every order of it is closed, or its
 * attempt is being closed. One that is paid, or can be, has taken the place of those before it already.
 */
export async function selectGivenUp(queries: Queries, wish: Wish): Promise<string | null> {
  const { userId, product, productId, recipient, since } = wish
  const { rows } = await sql<{ first: string }>`
    select coalesce(purchase, id) as first from orders
      where user_id = ${userId} and product = ${product} and product_id = ${productId}
        and steam_id is not distinct from ${recipient}::bigint
      group by coalesce(purchase, id)
      having max(created_at) > ${since}
        and bool_and(state = 'closed' or (state = 'open' and exists (
          select from payment_attempts where order_id = orders.id and payment_attempts.state = 'closing')))
      order by max(created_at) desc
      limit 1`.execute(queries)
  return rows[0]?.first ?? null
}

/** The number of another order of the same purchase that is paid and not paid back. Of two at once the second sees the first. */
export async function selectPaidTwin(tx: Queries, order: OrderRow): Promise<string | null> {
  const first = order.purchase ?? order.id
  if (first !== order.id) await lockOrder(tx, first)
  const twin = await tx
    .selectFrom('orders')
    .select('number')
    .where((where) => where.or([where('id', '=', first), where('purchase', '=', first)]))
    .where('id', '<>', order.id)
    .where('state', 'in', ['paid', 'fulfilled'])
    .executeTakeFirst()
  return twin?.number ?? null
}

export interface OrderFilter {
  state?: OrderState | undefined
  /** SteamID64 of the buyer. */
  steamId?: string | undefined
  /** A number of an order, an attempt, a refund, or of a provider's. */
  find?: string | undefined
  before?: string | undefined
  limit: number
}

/** Everybody's orders, newest first. */
export function selectOrders(queries: Queries, filter: OrderFilter): Promise<OrderRow[]> {
  const { state, steamId, find, before, limit } = filter
  return queries
    .selectFrom('orders')
    .selectAll()
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .$if(steamId !== undefined, (query) => query.where('buyer', '=', steamId ?? ''))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .$if(find !== undefined, (query) => query.where('id', 'in', idsByNumber(queries, find ?? '')))
    .orderBy('id', 'desc')
    .limit(limit)
    .$castTo<OrderRow>()
    .execute()
}

/** The ids of the orders that a number belongs to. */
function idsByNumber(queries: Queries, number: string) {
  return queries
    .selectFrom('orders')
    .select('id')
    .where('number', '=', number)
    .union(
      queries
        .selectFrom('payment_attempts')
        .select('order_id as id')
        .where((where) =>
          where.or([
            where('no', '=', number),
            where('reference', '=', number),
            where('provider_order', '=', number),
          ]),
        ),
    )
    .union(queries.selectFrom('refunds').select('order_id as id').where('no', '=', number))
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
