import type { Insertable } from 'kysely'
import type { Queries } from '../database/index.ts'
import type { Prices } from '../database/types.generated.ts'

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
    .select(['product', 'duration', 'relocatable', 'currency', 'amount'])
    .execute()
}

/** Sets a price, or another one in its place. */
export async function savePrice(tx: Queries, row: Insertable<Prices>): Promise<void> {
  const { amount, changed_at } = row
  await tx
    .insertInto('prices')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['product', 'duration', 'relocatable', 'currency'])
        .doUpdateSet({ amount, changed_at }),
    )
    .execute()
}

/** Whether there was such a price. */
export async function deletePrice(
  tx: Queries,
  { product, duration, relocatable, currency }: PriceKey,
): Promise<boolean> {
  const gone = await tx
    .deleteFrom('prices')
    .where('product', '=', product)
    .where('duration', '=', duration)
    .where('relocatable', '=', relocatable)
    .where('currency', '=', currency)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}
