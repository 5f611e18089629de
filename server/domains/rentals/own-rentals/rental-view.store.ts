import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import { isUpdatePending } from '../reconciler/facts/rental-facts.store.ts'
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

/** What is known of the versions of their ready instances. */
export async function selectGameVersions(queries: Queries, rentalIds: readonly string[]) {
  if (rentalIds.length === 0) return []
  const { rows } = await sql<{
    rental_id: string
    version: string | null
    required: number | null
    is_ready: boolean
    deadline: Date | null
  }>`select one.rental_id, one.game_version as version, checked.required_version as required,
      policy.held_at is null and coalesce(${isUpdatePending}, false) as is_ready,
      case when policy.deadline_set_at >= hosts.installed_at then policy.deadline_at end as deadline
    from rental_instances as one
    left join hosts on hosts.host_name = one.host_name
    cross join game_update_policy as policy
    cross join game_version_check as checked
    where one.rental_id = any (${rentalIds}::uuid[]) and one.removed_at is null and one.state = 'ready'`.execute(
    queries,
  )
  return rows
}

export type GameVersionRow = Awaited<ReturnType<typeof selectGameVersions>>[number]

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
