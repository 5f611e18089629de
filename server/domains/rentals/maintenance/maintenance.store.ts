import type { Queries } from '../../../platform/database/index.ts'
import type { RentalRow } from '../rentals.store.ts'

/** The leases of a region that had not ended when its maintenance began, and that nobody ended since, held in an order of which no two wait in a circle. */
export function lockRentalsInMaintenance(tx: Queries, region: string, since: Date): Promise<RentalRow[]> {
  return tx
    .selectFrom('leases')
    .selectAll()
    .where('region', '=', region)
    .where('created_at', '<=', since)
    .where('expires_at', '>', since)
    .where('revoked_at', 'is', null)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
