import type { Queries } from '../../../database/index.ts'

/**
 * Holds the account of an address until the transaction ends: sign-ins, resets and bindings of one account come one after
 * the other, each seeing what the one before left. Taken before any other row, so that no two wait for each other.
 */
export function lockUserByEmail(tx: Queries, email: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'steam_id', 'password_hash'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
}

/** Ends every binding of a user that has begun. */
export async function deleteBindingsOfUser(tx: Queries, userId: string): Promise<void> {
  await tx.deleteFrom('bind_tokens').where('user_id', '=', userId).execute()
}
