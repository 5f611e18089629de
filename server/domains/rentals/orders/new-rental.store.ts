import type { Insertable } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { Leases } from '../../../platform/database/types.generated.ts'
import type { RentalRow } from '../rentals.store.ts'

/** Null where the number is taken. */
export async function insertRental(tx: Queries, row: Insertable<Leases>): Promise<RentalRow | null> {
  const added = await tx
    .insertInto('leases')
    .values(row)
    .onConflict((conflict) => conflict.column('number').doNothing())
    .returningAll()
    .executeTakeFirst()
  return added ?? null
}
