import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from './types.generated.ts'

const rowsInSlice = 10_000

/**
 * Deletes the rows of a table that a condition selects, in statements of `limit` rows each: one for all of them could exceed the time of
 * a statement. Not in a transaction of its own.
 */
export async function deleteInSlices(
  queries: Kysely<DB>,
  table: keyof DB,
  condition: RawBuilder<unknown>,
  limit = rowsInSlice,
): Promise<void> {
  const name = sql.table(table)
  for (;;) {
    const { numAffectedRows = 0n } = await sql`delete from ${name}
      where ctid = any(array(select ctid from ${name} where ${condition} limit ${limit})) and ${condition}`.execute(
      queries,
    )
    if (numAffectedRows < limit) return
  }
}
