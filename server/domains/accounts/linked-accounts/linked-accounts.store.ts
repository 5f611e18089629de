import { type Insertable, sql } from 'kysely'
import type { LinkProvider } from '@clutch/contract/rules/accounts/linked-accounts.ts'
import { type Queries, deleteInSlices } from '../../../platform/database/index.ts'
import type { AccountLinkAttempts, LinkedAccounts } from '../../../platform/database/types.generated.ts'

export async function insertLinkAttempt(
  queries: Queries,
  row: Insertable<AccountLinkAttempts>,
): Promise<void> {
  await queries.insertInto('account_link_attempts').values(row).execute()
}

/** Consumes an attempt by the state and the secret of the browser that began it; undefined for none that is still open. */
export function consumeLinkAttempt(
  queries: Queries,
  { stateHash, browserHash, now }: { stateHash: Buffer; browserHash: Buffer; now: Date },
) {
  return queries
    .deleteFrom('account_link_attempts')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .returning(['user_id', 'session_id', 'provider', 'verifier'])
    .executeTakeFirst()
}

export async function deleteExpiredLinkAttempts(queries: Queries, now: Date): Promise<void> {
  await deleteInSlices(queries, 'account_link_attempts', sql`expires_at <= ${now}`)
}

export function selectLinkedAccounts(queries: Queries, userId: string) {
  return queries
    .selectFrom('linked_accounts')
    .select(['provider', 'subject', 'name', 'linked_at'])
    .where('user_id', '=', userId)
    .execute()
}

/** The SteamID of the user who linked an account; undefined if none did. */
export async function selectLinkedSteamId(
  queries: Queries,
  { provider, subject }: { provider: LinkProvider; subject: string },
): Promise<string | undefined> {
  const row = await queries
    .selectFrom('linked_accounts')
    .innerJoin('users', 'users.id', 'linked_accounts.user_id')
    .select('users.steam_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.steam_id ?? undefined
}

/** Whether a player has linked an account of a service; it stays linked until the transaction ends. */
export async function lockLinkedAccount(
  tx: Queries,
  steamId: string,
  provider: LinkProvider,
): Promise<boolean> {
  const row = await tx
    .selectFrom('linked_accounts')
    .innerJoin('users', 'users.id', 'linked_accounts.user_id')
    .select('linked_accounts.user_id')
    .where('users.steam_id', '=', steamId)
    .where('provider', '=', provider)
    .forShare('linked_accounts')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a session of a user is valid at a time; it does not end before the transaction does. */
export async function lockLinkingSession(
  tx: Queries,
  { userId, sessionId }: { userId: string; sessionId: string },
  now: Date,
): Promise<boolean> {
  const row = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Links an account; false if it is linked to another user, or the user has linked one of that service. */
export async function insertLinkedAccount(
  queries: Queries,
  row: Insertable<LinkedAccounts>,
): Promise<boolean> {
  const added = await queries
    .insertInto('linked_accounts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Removes every link of a user; false if there was none. */
export async function deleteLinkedAccounts(queries: Queries, userId: string): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('linked_accounts')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes a link; false if there was none. */
export async function deleteLinkedAccount(
  queries: Queries,
  userId: string,
  provider: LinkProvider,
): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('linked_accounts')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
