import { sql } from 'kysely'
import { type Queries, notify } from '../../../platform/database/index.ts'

/** NOTIFY after the operator changed the portal's settings. */
export const portalSettingsChannel = 'portal_settings'

type PortalSettingKey = 'portal' | 'rules'

/** Everything that is stored, of one moment, when it was last changed and how often. */
export function selectPortalSettings(queries: Queries) {
  return queries.selectFrom('portal_settings').select(['key', 'value', 'updated_at', 'revision']).execute()
}

/** Of two changes at once the second waits here and sees what the first has written. */
export async function lockPortalSettings(queries: Queries): Promise<void> {
  await sql`lock table portal_settings in share row exclusive mode`.execute(queries)
}

/** Stores a value and wakes, at commit, every process that serves it. */
export async function savePortalSetting(
  queries: Queries,
  key: PortalSettingKey,
  value: object,
  now: Date,
): Promise<void> {
  const row = { key, value: JSON.stringify(value), updated_at: now }
  await queries
    .insertInto('portal_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value, updated_at: now }))
    .execute()
  await notify(queries, portalSettingsChannel)
}
