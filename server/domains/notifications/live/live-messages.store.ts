import { type Selectable, sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { NotificationLiveMessages } from '../../../platform/database/types.generated.ts'

export type LiveMessage = Selectable<NotificationLiveMessages>

/** Takes the messages that may be edited now, each by one process, and sets when they may be the next time. */
export async function takeDueLiveMessages(queries: Queries, now: Date): Promise<LiveMessage[]> {
  const { rows } = await sql<LiveMessage>`
    update notification_live_messages set next_at = ${now}::timestamptz + make_interval(secs => every_seconds)
      where channel_id in (
        select live.channel_id from notification_live_messages as live
          join notification_channels on id = live.channel_id and enabled
          join notification_channel_states as state on state.channel_id = live.channel_id and disabled_at is null
          where live.next_at <= ${now} for update of live skip locked)
      returning *`.execute(queries)
  return rows
}

/** Records what a message shows. */
export async function saveShown(
  queries: Queries,
  channelId: string,
  shown: { message_id: string | null; shown: Buffer | null },
): Promise<void> {
  await queries
    .updateTable('notification_live_messages')
    .set(shown)
    .where('channel_id', '=', channelId)
    .execute()
}

export async function postponeLiveMessage(queries: Queries, channelId: string, until: Date): Promise<void> {
  await queries
    .updateTable('notification_live_messages')
    .set({ next_at: until })
    .where('channel_id', '=', channelId)
    .execute()
}

/** Turns the live message of a channel on, or changes how often it is edited; null turns it off. */
export async function setLiveMessage(
  tx: Queries,
  channelId: string,
  everySeconds: number | null,
  now: Date,
): Promise<void> {
  if (everySeconds === null) {
    await tx.deleteFrom('notification_live_messages').where('channel_id', '=', channelId).execute()
    return
  }
  await tx
    .insertInto('notification_live_messages')
    .values({ channel_id: channelId, every_seconds: everySeconds, next_at: now })
    .onConflict((conflict) =>
      conflict.column('channel_id').doUpdateSet({ every_seconds: everySeconds, next_at: now }),
    )
    .execute()
}
