import type { Queries } from '../../platform/database/index.ts'
import type { LeaseRow } from './lease-store.ts'

/** A lease by its number, unless everything of it was taken back. */
export function selectLease(queries: Queries, number: string): Promise<LeaseRow | undefined> {
  return queries
    .selectFrom('leases')
    .selectAll()
    .where('number', '=', number)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}
