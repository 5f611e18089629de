import type { Queries } from '../database/index.ts'

const locked = (tx: Queries) =>
  tx
    .selectFrom('users')
    .select(['id', 'steam_id', 'email', 'password_hash', 'username', 'language'])
    .forUpdate()

export type AccountRow = NonNullable<Awaited<ReturnType<typeof lockUser>>>

/** A user whom nobody else changes until the transaction ends. */
export function lockUser(tx: Queries, id: string) {
  return locked(tx).where('id', '=', id).executeTakeFirst()
}

/** The same by SteamID. */
export function lockUserOfSteamId(tx: Queries, steamId: string) {
  return locked(tx).where('steam_id', '=', steamId).executeTakeFirst()
}
