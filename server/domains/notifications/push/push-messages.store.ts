import { type Selectable, sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { PushMessages } from '../../../platform/database/types.generated.ts'
import type { SubscriptionRow } from './push-subscriptions.store.ts'

/** Notified when there are new messages for browsers. */
export const pushChannel = 'push'

export type MessageRow = Selectable<PushMessages>

interface NewMessage {
  steamIds: readonly string[]
  kind: string
  thread: string
  subject: string
  fields: string
  at: Date
  expires_at: Date
}

/** Of some players those who want a kind in a browser. */
export async function selectPushedPlayers(
  queries: Queries,
  steamIds: readonly string[],
  kind: string,
): Promise<string[]> {
  const { rows } = await sql<{ steam_id: string }>`
    select steam_id from users where steam_id = any(${steamIds}::bigint[]) and not ${kind} = any(push_off)
      and exists (select from push_subscriptions where user_id = users.id)`.execute(queries)
  return rows.map(({ steam_id }) => steam_id)
}

/** Inserts a message for each browser of players who want its kind, in place of one that waits; returns whether there is any. */
export async function insertMessages(tx: Queries, message: NewMessage): Promise<boolean> {
  const { steamIds, kind, thread, subject, fields, at, expires_at } = message
  const { numAffectedRows = 0n } = await sql`
    insert into push_messages (id, subscription_id, kind, thread, subject, fields, at, due_at, expires_at)
      select gen_random_uuid(), subscription.id, ${kind}, ${thread}, ${subject}, ${fields}::jsonb, ${at}::timestamptz,
          greatest(${at}::timestamptz, subscription.next_at), ${expires_at}::timestamptz
        from push_subscriptions as subscription join users on users.id = subscription.user_id
        where users.steam_id = any(${steamIds}::bigint[]) and not ${kind} = any(users.push_off)
        order by subscription.id
      on conflict (subscription_id, thread, subject) do update set id = excluded.id, seq = default, kind = excluded.kind,
        fields = excluded.fields, at = excluded.at, due_at = excluded.due_at, expires_at = excluded.expires_at, tries = 0`.execute(
    tx,
  )
  return numAffectedRows > 0n
}

/** What a claim holds: one worker sends to a browser at a time. */
export interface PushClaim {
  subscriptionId: string
  token: string
}

/** Claims a browser that has a message and may be sent to now; undefined where there is none. */
export async function claimSubscription(
  queries: Queries,
  token: string,
  now: Date,
  until: Date,
): Promise<PushClaim | undefined> {
  // By the index of due messages: it reads no browser without one, and of those that rest or are claimed only a few.
  // A weaker lock than that of an update of keys: it does not wait for transactions that add messages.
  const { rows } = await sql<{ id: string }>`
    update push_subscriptions set claimed_by = ${token}::uuid, claimed_until = ${until}::timestamptz
      where id = (
        select subscription.id from push_messages as message
          join push_subscriptions as subscription on subscription.id = message.subscription_id
          where message.due_at <= ${now}
            and (next_at is null or next_at <= ${now}) and (claimed_until is null or claimed_until <= ${now})
          order by message.due_at, message.seq
          limit 1 for no key update of subscription skip locked)
      returning id`.execute(queries)
  const [row] = rows
  return row && { subscriptionId: row.id, token }
}

export async function releaseSubscription(
  queries: Queries,
  { subscriptionId, token }: PushClaim,
): Promise<void> {
  await queries
    .updateTable('push_subscriptions')
    .set({ claimed_by: null, claimed_until: null })
    .where('id', '=', subscriptionId)
    .where('claimed_by', '=', token)
    .execute()
}

/** Locks a browser while the claim holds; undefined once another worker has it, or it was removed. */
export function lockClaimedSubscription(
  tx: Queries,
  { subscriptionId, token }: PushClaim,
): Promise<SubscriptionRow | undefined> {
  return tx
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('id', '=', subscriptionId)
    .where('claimed_by', '=', token)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Counts an attempt at the oldest message of a browser and returns it; undefined where none waits. */
export function claimNextMessage(tx: Queries, subscriptionId: string): Promise<MessageRow | undefined> {
  return tx
    .updateTable('push_messages')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', (row) =>
      row
        .selectFrom('push_messages as next')
        .select('next.id')
        .where('next.subscription_id', '=', subscriptionId)
        .orderBy('next.seq')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Deletes a message that was taken or is of no use; one that replaced it meanwhile has another id and stays. */
export async function deleteMessage(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom('push_messages').where('id', '=', id).execute()
}

export async function deleteExpiredMessages(queries: Queries, now: Date): Promise<void> {
  await queries.deleteFrom('push_messages').where('expires_at', '<=', now).execute()
}

/** Deletes every message that waits. */
export async function deleteAllMessages(queries: Queries): Promise<void> {
  await queries.deleteFrom('push_messages').execute()
}

/** What became of a request to the push service of a browser. */
export type SubscriptionState = Pick<SubscriptionRow, 'failures' | 'problem' | 'next_at'> & {
  last_sent_at?: Date
}

/** Records it; the messages of a browser that rests are due when it ends. */
export async function updateSubscriptionState(
  tx: Queries,
  id: string,
  state: SubscriptionState,
): Promise<void> {
  const { next_at } = state
  if (next_at !== null)
    await tx.updateTable('push_messages').set({ due_at: next_at }).where('subscription_id', '=', id).execute()
  await tx.updateTable('push_subscriptions').set(state).where('id', '=', id).execute()
}

/** Removes a browser that its push service no longer knows. */
export async function deleteGoneSubscription(tx: Queries, id: string): Promise<void> {
  await tx.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}
