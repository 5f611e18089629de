import { type Insertable, sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { MoneyAlerts } from '../../../platform/database/types.generated.ts'

/** Adds an alert; a repeat is counted, and is active again if it was dismissed. */
export async function saveAlert(
  tx: Queries,
  row: Insertable<MoneyAlerts> & { count: number },
): Promise<void> {
  await tx
    .insertInto('money_alerts')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject']).doUpdateSet({
        detail: row.detail,
        last_at: row.last_at,
        dismissed_at: null,
        count: sql<number>`money_alerts.count + ${row.count}`,
      }),
    )
    .execute()
}

/** Whether an alert was raised and not dismissed. */
export async function isAlertActive(
  tx: Queries,
  { kind, subject }: { kind: string; subject: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('money_alerts')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('dismissed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the alerts that were not dismissed, the latest first. */
export function selectAlerts(queries: Queries) {
  return queries
    .selectFrom('money_alerts')
    .selectAll()
    .where('dismissed_at', 'is', null)
    .orderBy('last_at', 'desc')
    .orderBy('id')
    .execute()
}

/** One of them. */
export function selectAlert(queries: Queries, id: string) {
  return queries
    .selectFrom('money_alerts')
    .select(['kind', 'subject', 'count'])
    .where('id', '=', id)
    .where('dismissed_at', 'is', null)
    .executeTakeFirst()
}

/** Whether there was such an alert to dismiss. */
export async function dismissAlert(queries: Queries, id: string, now: Date): Promise<boolean> {
  const dismissed = await queries
    .updateTable('money_alerts')
    .set({ dismissed_at: now })
    .where('id', '=', id)
    .where('dismissed_at', 'is', null)
    .executeTakeFirst()
  return dismissed.numUpdatedRows > 0n
}

export async function dismissAlertsOf(
  tx: Queries,
  { kind, subject }: { kind: string; subject: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('money_alerts')
    .set({ dismissed_at: now })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('dismissed_at', 'is', null)
    .execute()
}
