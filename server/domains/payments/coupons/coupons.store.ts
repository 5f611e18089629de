import { type Insertable, sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { Coupons } from '../../../platform/database/types.generated.ts'

/** Returns a coupon by its code. With `lock`, other orders with it wait until this transaction ends. */
export function selectCoupon(queries: Queries, code: string, lock: boolean) {
  const found = queries.selectFrom('coupons').selectAll().where('code', '=', code)
  return (lock ? found.forUpdate() : found).executeTakeFirst()
}

export function selectCoupons(queries: Queries) {
  return queries.selectFrom('coupons').selectAll().orderBy('code').execute()
}

/** The orders that took a coupon and did not give it back by being closed. */
const uses = (queries: Queries) => queries.selectFrom('orders').where('state', '<>', 'closed')

/** Orders that replaced each other are one purchase (H8), and so one use. */
const count = sql<number>`count(distinct coalesce(purchase, id))::integer`

/**
 * How often a coupon was used, in all or by one user. Open orders of the purchase `continued` do not count: at
 * most one order of a purchase stays paid.
 */
export async function countUses(
  queries: Queries,
  code: string,
  { userId, continued }: { userId?: string; continued?: string | null } = {},
): Promise<number> {
  let found = uses(queries).select(count.as('count')).where('coupon', '=', code)
  if (userId !== undefined) found = found.where('user_id', '=', userId)
  if (continued)
    found = found.where(sql<boolean>`(state <> 'open' or coalesce(purchase, id) <> ${continued})`)
  return (await found.executeTakeFirstOrThrow()).count
}

/** The same of every coupon that was used. */
export function countAllUses(queries: Queries) {
  return uses(queries)
    .select(['coupon', count.as('count')])
    .where('coupon', 'is not', null)
    .groupBy('coupon')
    .execute()
}

/** Returns its revision; null after a concurrent insert. */
export async function insertCoupon(tx: Queries, row: Insertable<Coupons>): Promise<number | null> {
  const added = await tx
    .insertInto('coupons')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('revision')
    .executeTakeFirst()
  return added?.revision ?? null
}

/** Changes a coupon whole that is held; when it was made stays. Its new revision. */
export async function updateCoupon(
  tx: Queries,
  { code, ...change }: Omit<Insertable<Coupons>, 'created_at'>,
): Promise<number> {
  const { revision } = await tx
    .updateTable('coupons')
    .set(change)
    .where('code', '=', code)
    .returning('revision')
    .executeTakeFirstOrThrow()
  return revision
}

export async function deleteCoupon(tx: Queries, code: string): Promise<void> {
  await tx.deleteFrom('coupons').where('code', '=', code).execute()
}
