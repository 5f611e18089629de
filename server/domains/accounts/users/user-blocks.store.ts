import { type Insertable, sql } from 'kysely'
import { type Queries, deleteInSlices } from '../../../platform/database/index.ts'
import type { UserBlocks } from '../../../platform/database/types.generated.ts'

/** The block of a user that holds at a time. */
export function selectBlock(queries: Queries, userId: string, now: Date) {
  return queries
    .selectFrom('user_blocks')
    .selectAll()
    .where('user_id', '=', userId)
    .where((where) => where.or([where('blocked_until', 'is', null), where('blocked_until', '>', now)]))
    .executeTakeFirst()
}

/** Blocks a user, in the place of a block there may be. */
export async function saveBlock(tx: Queries, row: Insertable<UserBlocks>): Promise<void> {
  const { user_id: _, ...block } = row
  await tx
    .insertInto('user_blocks')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(block))
    .execute()
}

export async function deleteBlock(tx: Queries, userId: string): Promise<void> {
  await tx.deleteFrom('user_blocks').where('user_id', '=', userId).execute()
}

export async function deleteExpiredBlocks(queries: Queries, now: Date): Promise<void> {
  await deleteInSlices(queries, 'user_blocks', sql`blocked_until <= ${now}`)
}
