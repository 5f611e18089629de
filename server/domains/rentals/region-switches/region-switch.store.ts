import type { Queries } from '../../../platform/database/index.ts'

export interface NewRegionSwitch {
  id: string
  rentalId: string
  from: string
  to: string
  byOwner: boolean
  /** YYYY-MM-DD of Asia/Shanghai. */
  day: string
  at: Date
}

export async function insertRegionSwitch(tx: Queries, regionSwitch: NewRegionSwitch): Promise<void> {
  await tx
    .insertInto('rental_switches')
    .values({
      id: regionSwitch.id,
      rental_id: regionSwitch.rentalId,
      from_region: regionSwitch.from,
      to_region: regionSwitch.to,
      by_owner: regionSwitch.byOwner,
      day: regionSwitch.day,
      state: 'running',
      asked_at: regionSwitch.at,
    })
    .execute()
}

export async function deleteRegionSwitch(tx: Queries, id: string): Promise<void> {
  await tx.deleteFrom('rental_switches').where('id', '=', id).execute()
}

/** Selects the state of a switch, and why it failed. */
export function selectRegionSwitch(queries: Queries, id: string) {
  return queries
    .selectFrom('rental_switches')
    .select(['state', 'reason'])
    .where('id', '=', id)
    .executeTakeFirst()
}
