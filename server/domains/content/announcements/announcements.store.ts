import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { Announcements } from '../../../platform/database/types.generated.ts'

export type AnnouncementRow = Selectable<Announcements>

/** Every announcement in the order players see them: by position, then the newest first. */
export function selectAnnouncements(queries: Queries): Promise<AnnouncementRow[]> {
  return queries
    .selectFrom('announcements')
    .selectAll()
    .orderBy('position')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export function selectAnnouncement(queries: Queries, id: string): Promise<AnnouncementRow | undefined> {
  return queries.selectFrom('announcements').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks one announcement until the transaction ends. */
export function lockAnnouncement(tx: Queries, id: string): Promise<AnnouncementRow | undefined> {
  return tx.selectFrom('announcements').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export function insertAnnouncement(
  queries: Queries,
  row: Insertable<Announcements>,
): Promise<AnnouncementRow> {
  return queries.insertInto('announcements').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updateAnnouncement(
  tx: Queries,
  id: string,
  change: Updateable<Announcements>,
): Promise<AnnouncementRow> {
  return tx
    .updateTable('announcements')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteAnnouncement(tx: Queries, id: string): Promise<void> {
  await tx.deleteFrom('announcements').where('id', '=', id).execute()
}
