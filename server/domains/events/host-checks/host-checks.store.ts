import type { Queries } from '../../../platform/database/index.ts'

/** Stores a check by the hash of its token; expired ones are deleted. */
export async function insertHostCheck(
  tx: Queries,
  { hash, now, expires }: { hash: Buffer; now: Date; expires: Date },
): Promise<void> {
  await tx.deleteFrom('host_checks').where('expires_at', '<=', now).execute()
  await tx.insertInto('host_checks').values({ hash, created_at: now, expires_at: expires }).execute()
}

/** Selects a check that has not expired, with the bytes that arrived. */
export function selectHostCheck(queries: Queries, hash: Buffer, now: Date) {
  return queries
    .selectFrom('host_checks')
    .select(['log_bytes', 'demo_bytes', 'expires_at'])
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export async function addHostCheckBytes(
  queries: Queries,
  hash: Buffer,
  kind: 'log' | 'demo',
  bytes: number,
): Promise<void> {
  const column = kind === 'log' ? 'log_bytes' : 'demo_bytes'
  await queries
    .updateTable('host_checks')
    .set((row) => ({ [column]: row(row.fn.coalesce(column, row.lit(0)), '+', String(bytes)) }))
    .where('hash', '=', hash)
    .execute()
}
