import { type Insertable, sql } from 'kysely'
import { type Queries, deleteInSlices } from '../../../platform/database/index.ts'
import type { IdempotencyKeys } from '../../../platform/database/types.generated.ts'

/** Stores a key; returns false where it exists. Waits for a concurrent insert of the same key. */
export async function insertIdempotencyKey(tx: Queries, row: Insertable<IdempotencyKeys>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Forgets the keys of before a time. */
export async function deleteOldIdempotencyKeys(queries: Queries, before: Date): Promise<void> {
  await deleteInSlices(queries, 'idempotency_keys', sql`at < ${before}`)
}

export function selectIdempotencyKey(queries: Queries, key: string) {
  return queries
    .selectFrom('idempotency_keys')
    .select('contents')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
}
