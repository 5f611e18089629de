import type { Queries } from '../../../platform/database/index.ts'

export interface NewRegionSwitch {
  id: string
  leaseId: string
  from: string
  to: string
  byOwner: boolean
  /** YYYY-MM-DD of Asia/Shanghai. */
  day: string
  at: Date
}

export async function insertRegionSwitch(tx: Queries, wanted: NewRegionSwitch): Promise<void> {
  await tx
    .insertInto('lease_switches')
    .values({
      id: wanted.id,
      lease_id: wanted.leaseId,
      from_region: wanted.from,
      to_region: wanted.to,
      by_owner: wanted.byOwner,
      day: wanted.day,
      state: 'running',
      asked_at: wanted.at,
    })
    .execute()
}

/** How a switch stands, and why it failed. */
export function selectRegionSwitch(queries: Queries, id: string) {
  return queries
    .selectFrom('lease_switches')
    .select(['state', 'reason'])
    .where('id', '=', id)
    .executeTakeFirst()
}
