import type { OrderView, ProductType } from '@clutch/contract/api/payments/orders.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { orderPageSize } from '@clutch/contract/limits.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { type AttemptRow, selectAttempts } from '../attempts/attempts.store.ts'
import { type OrderRow, selectOrder, selectOrdersOf } from './orders.store.ts'
import type { Buyer } from '../product.ts'
import { questionsOf } from '../questions/questions.service.ts'
import type { PaymentsContext } from '../payments-context.ts'
import { orderView } from './order-view.ts'

type Dependencies = Pick<PaymentsContext, 'context' | 'products'>

/** Returns one of the caller's orders; throws `order.not_found`, also for another user's. */
export async function selectOwnOrder(
  { context }: Dependencies,
  buyer: Pick<Buyer, 'userId'>,
  id: string,
): Promise<OrderRow> {
  const order = await selectOrder(context.database, id)
  if (order?.user_id !== buyer.userId) throw new PortalError('order.not_found', 'There is no such order')
  return order
}

/** Returns the same as shown to its buyer. */
export async function readOrder(
  payments: Dependencies,
  buyer: Pick<Buyer, 'userId'>,
  id: string,
): Promise<OrderView> {
  const order = await selectOwnOrder(payments, buyer, id)
  const [view] = await orderViews(payments, [order])
  if (!view) throw new Error('an order is missing in the response')
  return view
}

/** One's own orders, newest first, a page of them after the one named. */
export async function listOrders(
  payments: Dependencies,
  { userId }: Pick<Buyer, 'userId'>,
  before: string | undefined,
): Promise<{ orders: OrderView[]; more: boolean }> {
  const rows = await selectOrdersOf(payments.context.database, userId, before, orderPageSize + 1)
  return {
    orders: await orderViews(payments, rows.slice(0, orderPageSize)),
    more: rows.length > orderPageSize,
  }
}

/** Returns orders as shown to their buyers, in the order given. */
export async function orderViews(payments: Dependencies, rows: readonly OrderRow[]): Promise<OrderView[]> {
  const { database } = payments.context
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const attempts = Map.groupBy(await selectAttempts(database, ids), ({ order_id: id }) => id)
  const questions = await questionsOf(database, ids)
  const ends = await selectDeliveryEnds(payments, rows, database)
  const absent = await isVipUndeliverable(payments, rows, database)
  return rows.map((row) =>
    orderView(payments, row, {
      attempts: attempts.get(row.id) ?? noAttempts,
      questions: questions.get(row.id) ?? [],
      ends: ends.get(row.id) ?? null,
      notOnServers: absent.has(row.product),
    }),
  )
}

/** Until when the time runs that orders bought, by their ids. */
export async function selectDeliveryEnds(
  { products }: Pick<PaymentsContext, 'products'>,
  rows: readonly Pick<OrderRow, 'id' | 'product'>[],
  queries: Queries,
): Promise<Map<string, Date>> {
  const ends = new Map<string, Date>()
  for (const [type, orders] of Map.groupBy(rows, ({ product }) => product)) {
    const ids = orders.map(({ id }) => id)
    for (const [id, end] of (await products.get(type)?.ends?.(ids, queries)) ?? noEnds) ends.set(id, end)
  }
  return ends
}

/** The products among orders that no game server is set up to receive. */
export async function isVipUndeliverable(
  { products }: Pick<PaymentsContext, 'products'>,
  rows: readonly Pick<OrderRow, 'product'>[],
  queries: Queries,
): Promise<Set<ProductType>> {
  const absent = new Set<ProductType>()
  for (const type of new Set(rows.map(({ product }) => product)))
    if ((await products.get(type)?.reachesServers?.(queries)) === false) absent.add(type)
  return absent
}

const noEnds: ReadonlyMap<string, Date> = new Map()
const noAttempts: readonly AttemptRow[] = []
