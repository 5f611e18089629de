import { type Insertable, type Updateable, sql } from 'kysely'
import { type Queries, lastInGameName } from '../../../platform/database/index.ts'
import type { Users } from '../../../platform/database/types.generated.ts'

const selectUsersForUpdate = (tx: Queries) =>
  tx
    .selectFrom('users')
    .select(['id', 'steam_id', 'email', 'password_hash', 'username', 'language'])
    .forUpdate()

export type LockedUserRow = NonNullable<Awaited<ReturnType<typeof lockUser>>>

/** Locks a user until the transaction ends. */
export function lockUser(tx: Queries, id: string) {
  return selectUsersForUpdate(tx).where('id', '=', id).executeTakeFirst()
}

/** The same by SteamID. */
export function lockUserBySteamId(tx: Queries, steamId: string) {
  return selectUsersForUpdate(tx).where('steam_id', '=', steamId).executeTakeFirst()
}

/** Selects users with their Steam profile. */
export function selectUsers(queries: Queries) {
  return queries
    .selectFrom('users')
    .leftJoin('steam_profiles', 'steam_profiles.steam_id', 'users.steam_id')
    .select([
      'users.id',
      'users.steam_id',
      'users.email',
      'users.password_hash',
      'users.username',
      'users.avatar_source',
      'users.language',
      'users.mails_off',
      'steam_profiles.name as steam_name',
      'steam_profiles.fetched_at as steam_fetched_at',
      'steam_profiles.picture_at as steam_picture_at',
      lastInGameName('users.steam_id').as('seen_name'),
    ])
}

export type UserRow = NonNullable<Awaited<ReturnType<typeof selectUser>>>

export function selectUser(queries: Queries, id: string) {
  return selectUsers(queries).where('users.id', '=', id).executeTakeFirst()
}

export function selectUserBySteamId(queries: Queries, steamId: string) {
  return selectUsers(queries).where('users.steam_id', '=', steamId).executeTakeFirst()
}

/** By an address as `tidyEmail` makes it. */
export function selectUserByEmail(queries: Queries, email: string) {
  return selectUsers(queries).where('users.email', '=', email).executeTakeFirst()
}

/** The mail settings of those of these players who have an address. */
export function selectMailSettings(queries: Queries, steamIds: readonly string[]) {
  return queries
    .selectFrom('users')
    .select(['steam_id', 'mails_off'])
    .where('steam_id', 'in', steamIds)
    .where('email', 'is not', null)
    .execute()
}

/** Adds a user unless SteamID or e-mail is taken; false then. */
export async function insertUser(tx: Queries, row: Insertable<Users>): Promise<boolean> {
  const added = await tx
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function updateUser(tx: Queries, id: string, change: Updateable<Users>): Promise<void> {
  await tx.updateTable('users').set(change).where('id', '=', id).execute()
}

/** Switches one kind of mail off and leaves the others. */
export async function addDisabledMail(queries: Queries, id: string, kind: string): Promise<void> {
  const added = sql<string[]>`array_append(array_remove(mails_off, ${kind}), ${kind})`
  await queries.updateTable('users').set({ mails_off: added }).where('id', '=', id).execute()
}

export async function deleteUser(tx: Queries, id: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', id).execute()
}

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
