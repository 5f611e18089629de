import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../../platform/context.ts'

const ownerKey = 'fleet'

/** The id by which a portal knows its own servers wherever they run: made once, for as long as its database lives. */
export async function getPortalOwnerId({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): Promise<string> {
  const created = { id: randomUUID() }
  await database
    .insertInto('portal_settings')
    .values({ key: ownerKey, value: JSON.stringify(created), updated_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await database
    .selectFrom('portal_settings')
    .select('value')
    .where('key', '=', ownerKey)
    .executeTakeFirstOrThrow()
  if (typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string')
    return value.id
  throw new Error('the fleet of portal_settings has no id')
}
