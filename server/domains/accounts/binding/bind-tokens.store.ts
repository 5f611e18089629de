import { sql } from 'kysely'
import { type Queries, deleteInSlices } from '../../../platform/database/index.ts'

export interface NewBinding {
  id: string
  user_id: string
  expires_at: Date
}

/** Adds a binding; false if its account has gone. */
export async function insertBinding(tx: Queries, row: NewBinding): Promise<boolean> {
  const user = tx
    .selectFrom('users')
    .select((users) => [
      users.cast<string>(users.val(row.id), 'uuid').as('id'),
      'users.id as user_id',
      users.cast<Date>(users.val(row.expires_at), 'timestamptz').as('expires_at'),
    ])
    .where('id', '=', row.user_id)
    .forKeyShare()
  const added = await tx
    .insertInto('bind_tokens')
    .columns(['id', 'user_id', 'expires_at'])
    .expression(user)
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The pending binding at a time; undefined for none. */
export function selectBinding(queries: Queries, id: string, now: Date) {
  return queries
    .selectFrom('bind_tokens')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Stores the SteamID that sent the code in the game; false if the binding is no longer pending. */
export async function updateProvenSteamId(
  tx: Queries,
  id: string,
  steamId: string,
  until: Date,
): Promise<boolean> {
  const noted = await tx
    .updateTable('bind_tokens')
    .set({ proven_steam_id: steamId, proven_until: until })
    .where('id', '=', id)
    .executeTakeFirst()
  return noted.numUpdatedRows > 0n
}

/** Waits for the account of a binding, and holds it: before its bindings, so that no two ever wait for each other. */
export async function lockUserOfBinding(tx: Queries, id: string): Promise<void> {
  await tx
    .selectFrom('users')
    .innerJoin('bind_tokens', 'bind_tokens.user_id', 'users.id')
    .select('users.id')
    .where('bind_tokens.id', '=', id)
    .forUpdate('users')
    .execute()
}

/** Of many at once one removes it. */
export async function deleteBinding(tx: Queries, id: string): Promise<boolean> {
  const result = await tx.deleteFrom('bind_tokens').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function deleteExpiredBindings(queries: Queries, now: Date): Promise<void> {
  await deleteInSlices(queries, 'bind_tokens', sql`expires_at <= ${now}`)
}
