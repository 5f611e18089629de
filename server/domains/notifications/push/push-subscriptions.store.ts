import { type Insertable, type Selectable, sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { PushKeys, PushSubscriptions } from '../../../platform/database/types.generated.ts'

export type SubscriptionRow = Selectable<PushSubscriptions>

/** The key pairs, the newest first. */
export function selectPushKeys(queries: Queries) {
  return queries
    .selectFrom('push_keys')
    .select(['public_key', 'private_key'])
    .orderBy('created_at', 'desc')
    .orderBy('public_key')
    .execute()
}

export async function insertPushKeys(tx: Queries, row: Insertable<PushKeys>): Promise<void> {
  await tx.insertInto('push_keys').values(row).execute()
}

/** The browsers of a user, the newest first. */
export function selectSubscriptions(queries: Queries, userId: string): Promise<SubscriptionRow[]> {
  return queries
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** One of them. */
export function selectSubscription(
  queries: Queries,
  userId: string,
  id: string,
): Promise<SubscriptionRow | undefined> {
  return queries
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function selectSubscriptionByEndpoint(tx: Queries, hash: Buffer) {
  return tx
    .selectFrom('push_subscriptions')
    .select(['id', 'user_id'])
    .where('endpoint_hash', '=', hash)
    .executeTakeFirst()
}

/** Adds a browser, which is named as its session is. */
export async function insertSubscription(
  tx: Queries,
  row: Omit<Insertable<PushSubscriptions>, 'session_id' | 'user_agent'> & { session_id: string },
): Promise<void> {
  const user_agent = sql<string>`coalesce((select user_agent from sessions where id = ${row.session_id}), '')`
  await tx
    .insertInto('push_subscriptions')
    .values({ ...row, user_agent })
    .execute()
}

type Renewed = Pick<Insertable<PushSubscriptions>, 'session_id' | 'target' | 'language'>

/** A browser subscribed again: what failed before is forgotten. */
export async function renewSubscription(tx: Queries, id: string, renewed: Renewed): Promise<void> {
  await tx
    .updateTable('push_subscriptions')
    .set({ ...renewed, failures: 0, problem: '', next_at: null })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('push_messages')
    .set((row) => ({ due_at: row.ref('at') }))
    .where('subscription_id', '=', id)
    .execute()
}

/** Deletes the oldest browsers of a user beyond a number. */
export async function deleteOldestSubscriptions(tx: Queries, userId: string, keep: number): Promise<void> {
  await sql`delete from push_subscriptions where id in (
    select id from push_subscriptions where user_id = ${userId}::uuid
      order by created_at desc, id desc offset ${keep})`.execute(tx)
}

/** Removes a browser; false if there is none. */
export async function deleteSubscription(queries: Queries, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The kinds that a user turned off. */
export async function selectPushOff(queries: Queries, userId: string): Promise<readonly string[]> {
  const row = await queries.selectFrom('users').select('push_off').where('id', '=', userId).executeTakeFirst()
  return row?.push_off ?? []
}

export async function updatePushOff(queries: Queries, userId: string, off: readonly string[]): Promise<void> {
  await queries
    .updateTable('users')
    .set({ push_off: [...off] })
    .where('id', '=', userId)
    .execute()
}

/** Keeps the browsers of sessions that have expired, which are deleted next: their players did not sign out. */
export async function detachExpiredSessions(queries: Queries, now: Date): Promise<void> {
  await sql`update push_subscriptions set session_id = null from sessions
    where sessions.id = push_subscriptions.session_id and sessions.expires_at <= ${now}`.execute(queries)
}

/** Removes the browsers of a user whose sessions have expired: those of the others end with their sessions. */
export async function deleteDetachedSubscriptions(tx: Queries, userId: string): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('session_id', 'is', null)
    .execute()
}
