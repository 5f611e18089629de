import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Queries } from '../database/index.ts'
import type { Coupons } from '../database/types.generated.ts'

/** A coupon by its code. With `lock` whoever else orders by it waits until this transaction ends. */
export function selectCoupon(queries: Queries, code: string, lock: boolean) {
  const found = queries.selectFrom('coupons').selectAll().where('code', '=', code)
  return (lock ? found.forUpdate() : found).executeTakeFirst()
}

export function selectCoupons(queries: Queries) {
  return queries.selectFrom('coupons').selectAll().orderBy('code').execute()
}

/** The orders that took a coupon and did not give it back by being closed. */
const uses = (queries: Queries) => queries.selectFrom('orders').where('state', '<>', 'closed')

const count = sql<number>`count(*)::integer`

/** How often a coupon was used, in all or by one user. */
export async function countUses(queries: Queries, code: string, userId?: string): Promise<number> {
  const all = uses(queries).select(count.as('count')).where('coupon', '=', code)
  const found = userId === undefined ? all : all.where('user_id', '=', userId)
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

/** Makes a coupon, or changes it whole; when it was made stays. */
export async function saveCoupon(tx: Queries, row: Insertable<Coupons>): Promise<void> {
  const { code, created_at, ...change } = row
  await tx
    .insertInto('coupons')
    .values({ code, created_at, ...change })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(change))
    .execute()
}

/** Whether there was such a coupon. */
export async function deleteCoupon(tx: Queries, code: string): Promise<boolean> {
  const gone = await tx.deleteFrom('coupons').where('code', '=', code).executeTakeFirst()
  return gone.numDeletedRows > 0n
}
