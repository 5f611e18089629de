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

export async function insertRegionSwitch(tx: Queries, wanted: NewRegionSwitch): Promise<void> {
  await tx
    .insertInto('rental_switches')
    .values({
      id: wanted.id,
      rental_id: wanted.rentalId,
      from_region: wanted.from,
      to_region: wanted.to,
      by_owner: wanted.byOwner,
      day: wanted.day,
      state: 'running',
      asked_at: wanted.at,
    })
    .execute()
}

/** Selects the state of a switch, and why it failed. */
export function selectRegionSwitch(queries: Queries, id: string) {
  return queries
    .selectFrom('rental_switches')
    .select(['state', 'reason'])
    .where('id', '=', id)
    .executeTakeFirst()
}
