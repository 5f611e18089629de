import type { Insertable, Selectable } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { NotificationConditions } from '../../../platform/database/types.generated.ts'

export type ConditionRow = Selectable<NotificationConditions>

/** What was seen of a kind. */
export function selectConditions(tx: Queries, kind: string): Promise<ConditionRow[]> {
  return tx.selectFrom('notification_conditions').selectAll().where('kind', '=', kind).execute()
}

export async function saveCondition(tx: Queries, row: Insertable<NotificationConditions>): Promise<void> {
  const { reported, value, label } = row
  await tx
    .insertInto('notification_conditions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet({ reported, value, label }))
    .execute()
}

export async function deleteCondition(tx: Queries, kind: string, subject: string): Promise<void> {
  await tx
    .deleteFrom('notification_conditions')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .execute()
}
