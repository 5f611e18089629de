import type { Queries } from '../../../platform/database/index.ts'
import type { SessionMethod } from '../../../platform/http/session/session-check.ts'

export interface NewFactor {
  userId: string
  secret: string
  now: Date
}

/** The second factor of a user, also one that is not confirmed. */
export function selectFactor(queries: Queries, userId: string) {
  return queries.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** The same, locked until the end of the transaction, so that concurrent codes are checked one by one. */
export function lockFactor(tx: Queries, userId: string) {
  return tx
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

/** Puts a secret that is not confirmed in the place of another such; false where the second factor is on. */
export async function saveUnconfirmedFactor(
  tx: Queries,
  { userId, secret, now }: NewFactor,
): Promise<boolean> {
  const saved = await tx
    .insertInto('second_factors')
    .values({ user_id: userId, secret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, created_at: now, last_step: 0 })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return (saved.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export interface Confirmation {
  userId: string
  step: number
  now: Date
  /** How the session began that turns it on. */
  method: SessionMethod
}

export async function confirmFactor(tx: Queries, { userId, step, now, method }: Confirmation): Promise<void> {
  await tx
    .updateTable('second_factors')
    .set({ confirmed_at: now, last_step: step, set_up_by: method })
    .where('user_id', '=', userId)
    .execute()
}

/** Uses a code's step up; false where it, or a later one, was used. */
export async function consumeTotpStep(tx: Queries, userId: string, step: number): Promise<boolean> {
  const result = await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', String(step))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Removes the second factor and its recovery codes; false where none is on. */
export async function deleteFactor(tx: Queries, userId: string): Promise<boolean> {
  // In the same lock order as verifying a code: the factor before its codes, so that there is no deadlock.
  const removed = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (removed.numDeletedRows === 0n) return false
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  return true
}

export async function replaceRecoveryCodes(
  tx: Queries,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, hash })))
    .execute()
}

/** Consumes a recovery code, given its possible hashes; returns false where none matches or it was used. */
export async function consumeRecoveryCode(
  tx: Queries,
  userId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<boolean> {
  const result = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('hash', 'in', hashes)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** How many recovery codes are left. */
export async function countRecoveryCodes(queries: Queries, userId: string): Promise<number> {
  const { left } = await queries
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll<string>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}
