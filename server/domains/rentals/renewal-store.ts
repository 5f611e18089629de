import type { Queries } from '../../platform/database/index.ts'
import type { LeaseRow } from './lease-store.ts'

/** A lease by its number, also one that was taken back, held until the end of the transaction. */
export function lockByNumber(tx: Queries, number: string): Promise<LeaseRow | undefined> {
  return tx.selectFrom('leases').selectAll().where('number', '=', number).forNoKeyUpdate().executeTakeFirst()
}
