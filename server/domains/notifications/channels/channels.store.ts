import { type Insertable, type Selectable, type Updateable, sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { NotificationChannels } from '../../../platform/database/types.generated.ts'

export type ChannelRow = Selectable<NotificationChannels>

/** A channel with how sending goes and how many messages wait. */
export type ChannelWithState = NonNullable<Awaited<ReturnType<typeof selectChannel>>>

/** The channels by name. */
export function selectChannels(queries: Queries) {
  return channelsWithState(queries)
    .orderBy('notification_channels.name')
    .orderBy('notification_channels.id')
    .execute()
}

export function selectChannel(queries: Queries, id: string) {
  return channelsWithState(queries).where('notification_channels.id', '=', id).executeTakeFirst()
}

function channelsWithState(queries: Queries) {
  return queries
    .selectFrom('notification_channels')
    .innerJoin('notification_channel_states as state', 'state.channel_id', 'notification_channels.id')
    .leftJoin('notification_live_messages as live', 'live.channel_id', 'notification_channels.id')
    .selectAll('notification_channels')
    .select('live.every_seconds as live_seconds')
    .select(['disabled_at', 'failing_since', 'failures', 'problem', 'last_sent_at'])
    .select((row) =>
      row
        .selectFrom('notification_deliveries as delivery')
        .select(sql<number>`count(*)::integer`.as('count'))
        .whereRef('delivery.channel_id', '=', 'notification_channels.id')
        .where('delivery.state', '=', 'waiting')
        .as('waiting'),
    )
}

/** Locks a channel until the transaction ends. */
export function lockChannel(tx: Queries, id: string): Promise<ChannelRow | undefined> {
  return tx
    .selectFrom('notification_channels')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertChannel(
  tx: Queries,
  row: Insertable<NotificationChannels> & { id: string },
): Promise<void> {
  await tx.insertInto('notification_channels').values(row).execute()
  await tx.insertInto('notification_channel_states').values({ channel_id: row.id }).execute()
}

export async function updateChannel(
  tx: Queries,
  id: string,
  change: Updateable<NotificationChannels>,
): Promise<void> {
  await tx.updateTable('notification_channels').set(change).where('id', '=', id).execute()
}

/** Forgets the failures of a channel and the waits of its messages, so that they are sent at once. */
export async function resetChannelState(tx: Queries, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('notification_deliveries')
    .set({ due_at: now })
    .where('channel_id', '=', id)
    .where('state', '=', 'waiting')
    .where('tries', '>', 0)
    .where('due_at', '>', now)
    .execute()
  await tx
    .updateTable('notification_channel_states')
    .set({ disabled_at: null, failing_since: null, failures: 0, problem: '', next_at: null })
    .where('channel_id', '=', id)
    .execute()
}

export async function deleteChannel(tx: Queries, id: string): Promise<void> {
  await tx.deleteFrom('notification_channels').where('id', '=', id).execute()
}

/** The channels that are disabled or have failed since before a time. */
export function selectTroubledChannels(queries: Queries, failingBefore: Date) {
  return queries
    .selectFrom('notification_channels')
    .innerJoin('notification_channel_states as state', 'state.channel_id', 'notification_channels.id')
    .select(['id', 'name', 'problem'])
    .where('enabled', '=', true)
    .where((where) =>
      where.or([where('disabled_at', 'is not', null), where('failing_since', '<=', failingBefore)]),
    )
    .orderBy('failing_since')
    .execute()
}
