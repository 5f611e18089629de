import type { Insertable } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { VipNotices } from '../../../platform/database/types.generated.ts'

/** Records that a reminder was sent; false if it was recorded before. */
export async function insertReminder(tx: Queries, row: Insertable<VipNotices>): Promise<boolean> {
  const added = await tx
    .insertInto('vip_notices')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Selects the reminders of ends after a time. */
export function selectReminders(queries: Queries, after: Date) {
  return queries.selectFrom('vip_notices').selectAll().where('expires_at', '>', after).execute()
}

export async function deleteReminders(queries: Queries, before: Date): Promise<void> {
  await queries.deleteFrom('vip_notices').where('expires_at', '<=', before).execute()
}
