import type { Insertable } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { Prices } from '../../../platform/database/types.generated.ts'

/** What a price hangs on. */
type PriceKey = Pick<Insertable<Prices>, 'product' | 'duration' | 'currency'> & {
  relocatable: boolean
}

export function selectPrice(queries: Queries, { product, duration, relocatable, currency }: PriceKey) {
  return queries
    .selectFrom('prices')
    .select('amount')
    .where('product', '=', product)
    .where('duration', '=', duration)
    .where('relocatable', '=', relocatable)
    .where('currency', '=', currency)
    .executeTakeFirst()
}

/** Any price of some products. */
export function selectAnyPrice(queries: Queries, products: readonly string[]) {
  return queries
    .selectFrom('prices')
    .select('amount')
    .where('product', 'in', products)
    .limit(1)
    .executeTakeFirst()
}

export function selectPrices(queries: Queries, product: string, currency: string) {
  return queries
    .selectFrom('prices')
    .select(['duration', 'relocatable', 'amount'])
    .where('product', '=', product)
    .where('currency', '=', currency)
    .execute()
}

export function selectAllPrices(queries: Queries) {
  return queries
    .selectFrom('prices')
    .select(['product', 'duration', 'relocatable', 'currency', 'amount', 'revision'])
    .execute()
}

/** A price, held until the transaction ends. */
export function lockPrice(tx: Queries, { product, duration, relocatable, currency }: PriceKey) {
  return tx
    .selectFrom('prices')
    .select(['amount', 'revision'])
    .where('product', '=', product)
    .where('duration', '=', duration)
    .where('relocatable', '=', relocatable)
    .where('currency', '=', currency)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns its revision; null after a concurrent insert. */
export async function insertPrice(tx: Queries, row: Insertable<Prices>): Promise<number | null> {
  const added = await tx
    .insertInto('prices')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('revision')
    .executeTakeFirst()
  return added?.revision ?? null
}

/** Puts another price in the place of one that is held; its new revision. */
export async function updatePrice(
  tx: Queries,
  { product, duration, relocatable, currency }: PriceKey,
  change: { amount: number; changed_at: Date },
): Promise<number> {
  const { revision } = await tx
    .updateTable('prices')
    .set(change)
    .where('product', '=', product)
    .where('duration', '=', duration)
    .where('relocatable', '=', relocatable)
    .where('currency', '=', currency)
    .returning('revision')
    .executeTakeFirstOrThrow()
  return revision
}

export async function deletePrice(
  tx: Queries,
  { product, duration, relocatable, currency }: PriceKey,
): Promise<void> {
  await tx
    .deleteFrom('prices')
    .where('product', '=', product)
    .where('duration', '=', duration)
    .where('relocatable', '=', relocatable)
    .where('currency', '=', currency)
    .execute()
}
