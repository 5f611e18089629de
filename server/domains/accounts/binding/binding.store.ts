import type { Queries } from '../../../database/index.ts'

const selectUsersForUpdate = (tx: Queries) =>
  tx
    .selectFrom('users')
    .select(['id', 'steam_id', 'email', 'password_hash', 'username', 'language'])
    .forUpdate()

export type LockedUserRow = NonNullable<Awaited<ReturnType<typeof lockUser>>>

/** A user whom nobody else changes until the transaction ends. */
export function lockUser(tx: Queries, id: string) {
  return selectUsersForUpdate(tx).where('id', '=', id).executeTakeFirst()
}

/** The same by SteamID. */
export function lockUserBySteamId(tx: Queries, steamId: string) {
  return selectUsersForUpdate(tx).where('steam_id', '=', steamId).executeTakeFirst()
}
