import { type Insertable, sql } from 'kysely'
import { type Queries, deleteInSlices } from '../../../platform/database/index.ts'
import type { PasswordResets } from '../../../platform/database/types.generated.ts'

/** The newest token of a user that ends after a time. */
export function selectRecentReset(tx: Queries, userId: string, endsAfter: Date) {
  return tx
    .selectFrom('password_resets')
    .select('expires_at')
    .where('user_id', '=', userId)
    .where('expires_at', '>', endsAfter)
    .executeTakeFirst()
}

export async function insertReset(tx: Queries, row: Insertable<PasswordResets>): Promise<void> {
  await tx.insertInto('password_resets').values(row).execute()
}

/** Returns whether a token belongs to a user and is valid, without consuming it. */
export async function isResetValid(
  queries: Queries,
  userId: string,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const existing = await queries
    .selectFrom('password_resets')
    .select('expires_at')
    .where('hash', '=', hash)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return existing !== undefined
}

/** Uses a token of a user up; false if it is not theirs, was used or has expired. */
export async function consumeReset(tx: Queries, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const result = await tx
    .deleteFrom('password_resets')
    .where('hash', '=', hash)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function deleteResets(tx: Queries, userId: string): Promise<void> {
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}

export async function deleteExpiredResets(queries: Queries, now: Date): Promise<void> {
  await deleteInSlices(queries, 'password_resets', sql`expires_at <= ${now}`)
}
