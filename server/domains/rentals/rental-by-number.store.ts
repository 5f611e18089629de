import type { Queries } from '../../platform/database/index.ts'
import type { RentalRow } from './rentals.store.ts'

/** A lease by its number, unless everything of it was taken back. */
export function selectRentalByNumber(queries: Queries, number: string): Promise<RentalRow | undefined> {
  return queries
    .selectFrom('leases')
    .selectAll()
    .where('number', '=', number)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}
