import type { Queries } from '../../platform/database/index.ts'
import type { RentalRow } from './rentals.store.ts'

/** A lease by its number, also one that was taken back, held until the end of the transaction. */
export function lockRentalByNumber(tx: Queries, number: string): Promise<RentalRow | undefined> {
  return tx.selectFrom('leases').selectAll().where('number', '=', number).forNoKeyUpdate().executeTakeFirst()
}
