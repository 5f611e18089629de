import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

/** Notified when there are new events or deliveries. */
export const notificationsChannel = 'notifications'

interface NewEvent {
  id: string
  kind: string
  subject: string
  server_id: string | null
  steam_id: string | null
  fields: string
  at: Date
}

/** Inserts an event that a rule wants; false where none does. */
export async function insertWantedEvent(tx: Queries, event: NewEvent): Promise<boolean> {
  const { id, kind, subject, server_id, steam_id, fields, at } = event
  const { rows } = await sql<{ id: string }>`
    insert into notification_events (id, kind, subject, server_id, steam_id, fields, at)
      select ${id}::uuid, ${kind}, ${subject}, ${server_id}::uuid, ${steam_id}::bigint, ${fields}::jsonb, ${at}::timestamptz
        where exists (select from notification_rules as rule
          join notification_channels as channel on channel.id = rule.channel_id and channel.enabled
          where rule.enabled and ${kind} = any(rule.kinds))
      returning id`.execute(tx)
  return rows.length > 0
}

/**
 * Gives up messages that have been due since before a time: of a channel that is off, disabled or failing. At most `limit`; returns how
 * many.
 */
export async function failOverdueDeliveries(queries: Queries, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update notification_deliveries
      set state = 'failed', problem = case problem when '' then 'could not be sent for a day' else problem end
      where id in (
        select id from notification_deliveries where state = 'waiting' and due_at < ${before} limit ${limit})`.execute(
    queries,
  )
  return Number(numAffectedRows ?? 0n)
}

/** Deletes events and deliveries from before a time, but no message that still waits; at most `limit` of each. Returns how many. */
export async function deleteOldNotifications(queries: Queries, before: Date, limit: number): Promise<number> {
  const deliveries = await sql`delete from notification_deliveries where id in (
    select id from notification_deliveries where created_at < ${before} and state <> 'waiting' limit ${limit})`.execute(
    queries,
  )
  const events = await sql`delete from notification_events where id in (
    select id from notification_events where at < ${before} and distributed
      and not exists (select from notification_deliveries where event_id = notification_events.id) limit ${limit})`.execute(
    queries,
  )
  return Number(deliveries.numAffectedRows ?? 0n) + Number(events.numAffectedRows ?? 0n)
}
