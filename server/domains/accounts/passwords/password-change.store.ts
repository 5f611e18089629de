import type { Queries } from '../../../database/index.ts'

/** Sets a password unless it is another one by now; false then. */
export async function replacePassword(
  tx: Queries,
  userId: string,
  old: string,
  fresh: string,
): Promise<boolean> {
  const changed = await tx
    .updateTable('users')
    .set({ password_hash: fresh })
    .where('id', '=', userId)
    .where('password_hash', '=', old)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}
