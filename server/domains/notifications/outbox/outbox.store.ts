import type { Insertable, Selectable } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type {
  NotificationDeliveries,
  NotificationEvents,
} from '../../../platform/database/types.generated.ts'

export type EventRow = Selectable<NotificationEvents>
export type NewDelivery = Insertable<NotificationDeliveries>

/** Locks the oldest events without deliveries. */
export function lockNewEvents(tx: Queries, limit: number): Promise<EventRow[]> {
  return tx
    .selectFrom('notification_events')
    .selectAll()
    .where('distributed', '=', false)
    .orderBy('seq')
    .limit(limit)
    .forUpdate()
    .execute()
}

export async function insertDeliveries(tx: Queries, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length > 0)
    await tx
      .insertInto('notification_deliveries')
      .values([...deliveries])
      .execute()
}

export async function markDistributed(tx: Queries, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('notification_events')
    .set({ distributed: true })
    .where('id', 'in', [...ids])
    .execute()
}
