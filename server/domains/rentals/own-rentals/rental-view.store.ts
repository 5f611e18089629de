import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { InstanceRow, RentalRow } from '../rentals.store.ts'

/** Returns the instances of these rentals that are not removed, latest generation first. */
export function selectPresentInstances(
  queries: Queries,
  rentalIds: readonly string[],
): Promise<InstanceRow[]> {
  if (rentalIds.length === 0) return Promise.resolve([])
  return queries
    .selectFrom('rental_instances')
    .selectAll()
    .where('rental_id', 'in', rentalIds)
    .where('removed_at', 'is', null)
    .orderBy('generation', 'desc')
    .execute()
}

/** Their switches that run. */
export function selectActiveSwitches(queries: Queries, rentalIds: readonly string[]) {
  if (rentalIds.length === 0) return Promise.resolve([])
  return queries
    .selectFrom('rental_switches')
    .selectAll()
    .where('rental_id', 'in', rentalIds)
    .where('state', '=', 'running')
    .execute()
}

export type SwitchRow = Awaited<ReturnType<typeof selectActiveSwitches>>[number]

/** How many switches of a day (YYYY-MM-DD) count for each rental (G18): its owner's that did not fail. */
export async function countSwitchesOfDay(
  queries: Queries,
  rentalIds: readonly string[],
  day: string,
): Promise<Map<string, number>> {
  if (rentalIds.length === 0) return new Map()
  const rows = await queries
    .selectFrom('rental_switches')
    .select(['rental_id', sql<number>`count(*)::integer`.as('count')])
    .where('rental_id', 'in', rentalIds)
    .where('day', '=', day)
    .where('by_owner', '=', true)
    .where('state', '<>', 'failed')
    .groupBy('rental_id')
    .execute()
  return new Map(rows.map(({ rental_id: id, count }) => [id, count]))
}

/** G3: returns the rentals that a player owns or is an admin of, newest first, without refunded ones. */
export function selectRentalsForPlayer(queries: Queries, steamId: string): Promise<RentalRow[]> {
  return queries
    .selectFrom('rentals')
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
