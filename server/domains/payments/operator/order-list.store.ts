import { containsPattern } from '../../../platform/database/like-pattern.ts'
import { sql } from 'kysely'
import type { ProductType } from '@clutch/contract/api/payments/orders.ts'
import type { Currency, PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import type { OrderState } from '@clutch/contract/rules/payments/order-states.ts'
import { type Queries, countRows } from '../../../platform/database/index.ts'
import { matchesPlayerName } from '../../leaderboard/index.ts'
import type { OrderRow } from '../orders/orders.store.ts'

export interface OrderFilter {
  /**
   * Words that must each be part of a number, of the buyer's name or SteamID64, of the description or of the
   * coupon; the first five count.
   */
  find?: string | undefined
  state?: OrderState | undefined
  /** SteamID64 of the buyer. */
  steamId?: string | undefined
  product?: ProductType | undefined
  method?: PaymentMethod | undefined
  currency?: Currency | undefined
  /** Whether it needs an operator's attention. */
  troubled?: boolean | undefined
}

export interface OrderPage {
  sort: 'created' | 'amount' | 'paid'
  direction: 'asc' | 'desc'
  limit: number
  offset: number
}

/** Each word is looked for in every order. */
const wordsMax = 5

/** Returns one page of all matching orders. Unpaid ones come last when sorted by payment. */
export function selectOrders(
  queries: Queries,
  filter: OrderFilter,
  { sort, direction, limit, offset }: OrderPage,
): Promise<OrderRow[]> {
  return matching(queries, filter)
    .selectAll('orders')
    .$if(sort === 'amount', (query) => query.orderBy('orders.amount', direction))
    .$if(sort === 'paid', (query) =>
      query.orderBy('orders.paid_at', (by) => (direction === 'asc' ? by.asc() : by.desc()).nullsLast()),
    )
    .orderBy('orders.created_at', direction)
    .orderBy('orders.id', direction)
    .limit(limit)
    .offset(offset)
    .$castTo<OrderRow>()
    .execute()
}

/** The orders that match, the newest first, after one of them. */
export function selectOrdersAfter(
  queries: Queries,
  filter: OrderFilter,
  after: Pick<OrderRow, 'id'> | undefined,
  limit: number,
): Promise<OrderRow[]> {
  return matching(queries, filter)
    .selectAll('orders')
    .$if(after !== undefined, (query) => query.where('orders.id', '<', after?.id ?? ''))
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .$castTo<OrderRow>()
    .execute()
}

/** How many match, as `countRows` counts. */
export function countOrders(queries: Queries, filter: OrderFilter): Promise<number> {
  return countRows(queries, matching(queries, filter).select('orders.id'))
}

/** Returns which of some orders need an operator's attention. */
export async function selectOrderProblems(queries: Queries, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await queries
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.id', 'in', ids)
    .where(isTroubled)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * It is not delivered though it is paid, a provider holds other money than was asked for of which not all is on its way back,
 * or a refund is not answered, or was refused and nothing was asked for after it.
 */
const isTroubled = sql<boolean>`orders.id in (
  select id from orders where problem <> '' and state not in ('fulfilled', 'refunded')
  union all select held.order_id from payment_attempts held where held.state = 'disputed'
    and held.held_amount > (select coalesce(sum(back.amount), 0) from refunds back
      where back.attempt_id = held.id and back.state <> 'failed')
  union all select order_id from refunds where state in ('asked', 'pending') and problem <> ''
  union all select tried.order_id from refunds tried where tried.state = 'failed' and not exists (select from refunds later
    where later.attempt_id = tried.attempt_id and later.id > tried.id))`

function matching(queries: Queries, filter: OrderFilter) {
  const { find = '', state, steamId, product, method, currency, troubled } = filter
  let orders = queries.selectFrom('orders')
  const words = find.split(/\s+/).filter((word) => word !== '')
  for (const word of words.slice(0, wordsMax)) orders = orders.where(holds(word))
  if (state !== undefined) orders = orders.where('orders.state', '=', state)
  if (steamId !== undefined) orders = orders.where('orders.buyer', '=', steamId)
  if (product !== undefined) orders = orders.where('orders.product', '=', product)
  if (method !== undefined) orders = orders.where('orders.method', '=', method)
  if (currency !== undefined) orders = orders.where('orders.currency', '=', currency)
  if (troubled !== undefined) orders = orders.where(troubled ? isTroubled : sql<boolean>`not ${isTroubled}`)
  return orders
}

/** A word is a part of something by which an order is known. */
function holds(word: string) {
  const part = containsPattern(word)
  return sql<boolean>`(orders.number ilike ${part}
    or orders.description_zh ilike ${part} or orders.description_en ilike ${part} or orders.coupon ilike ${part}
    or orders.buyer::text like ${part} or orders.steam_id::text like ${part}
    or ${matchesPlayerName(sql.ref('orders.buyer'), word)}
    or orders.id in (select order_id from payment_attempts
      where no ilike ${part} or reference ilike ${part} or provider_order ilike ${part})
    or orders.id in (select order_id from refunds where no ilike ${part} or reference ilike ${part}))`
}
