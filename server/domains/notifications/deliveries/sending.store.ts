import { type Insertable, type Selectable, type Updateable, sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type {
  NotificationChannelStates,
  NotificationChannels,
  NotificationDeliveries,
} from '../../../platform/database/types.generated.ts'

export type ChannelState = Selectable<NotificationChannelStates>
export type DeliveryRow = Selectable<NotificationDeliveries>

/** What a claim holds: one worker sends to a channel at a time. */
export interface Claim {
  channelId: string
  token: string
}

/** Claims a channel that has a due message and may be sent to now; undefined where there is none. */
export async function claimChannel(
  queries: Queries,
  token: string,
  now: Date,
  until: Date,
): Promise<Claim | undefined> {
  const { rows } = await sql<{ channel_id: string }>`
    update notification_channel_states set claimed_by = ${token}::uuid, claimed_until = ${until}::timestamptz
      where channel_id = (
        select state.channel_id from notification_channel_states as state
          join notification_channels on id = state.channel_id and enabled
          where disabled_at is null and (next_at is null or next_at <= ${now})
            and (claimed_until is null or claimed_until <= ${now})
            and exists (select from notification_deliveries as next
              where next.channel_id = state.channel_id and ${isNextOfSubject(now)})
          limit 1 for update of state skip locked)
      returning channel_id`.execute(queries)
  const [row] = rows
  return row && { channelId: row.channel_id, token }
}

export async function releaseClaim(queries: Queries, { channelId, token }: Claim): Promise<void> {
  await queries
    .updateTable('notification_channel_states')
    .set({ claimed_by: null, claimed_until: null })
    .where('channel_id', '=', channelId)
    .where('claimed_by', '=', token)
    .execute()
}

/** Locks the state of a channel while the claim holds; undefined once another worker has it. */
export function lockClaimed(tx: Queries, { channelId, token }: Claim): Promise<ChannelState | undefined> {
  return tx
    .selectFrom('notification_channel_states')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('claimed_by', '=', token)
    .forUpdate()
    .executeTakeFirst()
}

/** The channel of a claim; undefined once it is off or removed. */
export function selectEnabledChannel(
  queries: Queries,
  channelId: string,
): Promise<Selectable<NotificationChannels> | undefined> {
  return queries
    .selectFrom('notification_channels')
    .selectAll()
    .where('id', '=', channelId)
    .where('enabled', '=', true)
    .executeTakeFirst()
}

export async function updateChannelState(
  tx: Queries,
  channelId: string,
  change: Updateable<NotificationChannelStates>,
): Promise<void> {
  await tx
    .updateTable('notification_channel_states')
    .set(change)
    .where('channel_id', '=', channelId)
    .execute()
}

/** Of `next`: due, and the first of its subject, unless the earlier ones are held while it is not. */
function isNextOfSubject(now: Date) {
  return sql<boolean>`next.state = 'waiting' and next.due_at <= ${now}
    and not exists (select from notification_deliveries as earlier
      where earlier.channel_id = next.channel_id and earlier.subject = next.subject and earlier.state = 'waiting'
        and earlier.seq < next.seq and (next.held or not earlier.held))`
}

/** How many messages are due of those that a digest may count, up to `limit`. */
export async function countFoldable(
  tx: Queries,
  channelId: string,
  now: Date,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from notification_deliveries where channel_id = ${channelId} and ${isFoldable(now)} limit ${limit}) as due`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** Whether several held messages are due together. */
export async function areSeveralHeld(tx: Queries, channelId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from notification_deliveries where channel_id = ${channelId} and held and ${isFoldable(now)} limit 2) as due`.execute(
    tx,
  )
  return (rows[0]?.count ?? 0) > 1
}

/** A message that was tried once may have arrived: a digest does not count it again. */
function isFoldable(now: Date) {
  return sql`state = 'waiting' and due_at <= ${now} and event_id is not null and tries = 0`
}

export interface FoldedKind {
  kind: string
  count: number
  first: Date
  last: Date
}

/** Marks every due message, or every held one, as counted in a digest, and returns how many of each kind. */
export async function foldDue(
  tx: Queries,
  {
    channelId,
    digestId,
    now,
    heldOnly,
  }: { channelId: string; digestId: string; now: Date; heldOnly: boolean },
): Promise<FoldedKind[]> {
  const { rows } = await sql<FoldedKind>`
    with folded as (
      update notification_deliveries set state = 'folded', folded_into = ${digestId}::uuid
        where channel_id = ${channelId} and ${isFoldable(now)} and (held or not ${heldOnly})
        returning event_id, kind)
    select folded.kind, count(*)::integer as count, min(at) as first, max(at) as last
      from folded join notification_events on notification_events.id = folded.event_id
      group by folded.kind order by count(*) desc, folded.kind`.execute(tx)
  return rows
}

/** The latest events that a digest counts. */
export function selectFoldedSamples(tx: Queries, digestId: string, limit: number) {
  return tx
    .selectFrom('notification_deliveries as delivery')
    .innerJoin('notification_events as event', 'event.id', 'delivery.event_id')
    .select(['event.kind', 'event.fields'])
    .where('delivery.folded_into', '=', digestId)
    .orderBy('event.seq', 'desc')
    .limit(limit)
    .execute()
}

/** Counts an attempt at the oldest message that may be sent and returns it; undefined where there is none. */
export async function claimNextDelivery(
  tx: Queries,
  channelId: string,
  now: Date,
): Promise<DeliveryRow | undefined> {
  return tx
    .updateTable('notification_deliveries')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', (row) =>
      row
        .selectFrom('notification_deliveries as next')
        .select('next.id')
        .where('next.channel_id', '=', channelId)
        .where(isNextOfSubject(now))
        .orderBy('next.seq')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst()
}

export function selectEvent(queries: Queries, id: string) {
  return queries.selectFrom('notification_events').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function updateDelivery(
  tx: Queries,
  id: string,
  change: Updateable<NotificationDeliveries>,
): Promise<void> {
  await tx.updateTable('notification_deliveries').set(change).where('id', '=', id).execute()
}

/** Inserts a message that is of no single event: a digest, a test. */
export async function insertOwnDelivery(tx: Queries, row: Insertable<NotificationDeliveries>): Promise<void> {
  await tx.insertInto('notification_deliveries').values(row).execute()
}
