import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { InstanceRow, RentalRow } from '../rentals.store.ts'

/** Where these leases stand or are to stand: all that is not gone, the latest generation first. */
export function selectPresentInstances(
  queries: Queries,
  leaseIds: readonly string[],
): Promise<InstanceRow[]> {
  if (leaseIds.length === 0) return Promise.resolve([])
  return queries
    .selectFrom('lease_instances')
    .selectAll()
    .where('lease_id', 'in', leaseIds)
    .where('removed_at', 'is', null)
    .orderBy('generation', 'desc')
    .execute()
}

/** Their switches that run. */
export function selectActiveSwitches(queries: Queries, leaseIds: readonly string[]) {
  if (leaseIds.length === 0) return Promise.resolve([])
  return queries
    .selectFrom('lease_switches')
    .selectAll()
    .where('lease_id', 'in', leaseIds)
    .where('state', '=', 'running')
    .execute()
}

export type SwitchRow = Awaited<ReturnType<typeof selectActiveSwitches>>[number]

/** How many switches of a day (YYYY-MM-DD) count for each lease (G18): its owner's that did not fail. */
export async function countSwitchesOfDay(
  queries: Queries,
  leaseIds: readonly string[],
  day: string,
): Promise<Map<string, number>> {
  if (leaseIds.length === 0) return new Map()
  const rows = await queries
    .selectFrom('lease_switches')
    .select(['lease_id', sql<number>`count(*)::integer`.as('count')])
    .where('lease_id', 'in', leaseIds)
    .where('day', '=', day)
    .where('by_owner', '=', true)
    .where('state', '<>', 'failed')
    .groupBy('lease_id')
    .execute()
  return new Map(rows.map(({ lease_id: id, count }) => [id, count]))
}

/** G3: the leases somebody owns or is an admin of, the newest first; those that were taken back are left out. */
export function selectRentalsForPlayer(queries: Queries, steamId: string): Promise<RentalRow[]> {
  return queries
    .selectFrom('leases')
    .selectAll()
    .where('revoked_at', 'is', null)
    .where((where) =>
      where.or([
        where('owner', '=', steamId),
        where('admins', '@>', sql<string>`${JSON.stringify([{ steamid: steamId }])}::jsonb`),
      ]),
    )
    .orderBy('id', 'desc')
    .execute()
}
