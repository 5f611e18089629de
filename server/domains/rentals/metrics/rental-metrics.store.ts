import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

/** Rentals that have not ended and were not taken back, by the state that operators see and region. */
export async function countRentalsByState(
  queries: Queries,
): Promise<{ state: string; region: string; count: number }[]> {
  const { rows } = await sql<{ state: string; region: string; count: number }>`
    select case when state = 'running' and outage_at is not null and outage_up_at is null then 'unresponsive'
        else state end as state, region, count(*)::integer as count
      from rentals where state <> 'terminated' and revoked_at is null group by 1, 2`.execute(queries)
  return rows
}

export async function countInstancesByHost(
  queries: Queries,
): Promise<{ hostName: string; state: string; count: number }[]> {
  return queries
    .selectFrom('rental_instances')
    .select(['host_name as hostName', 'state', sql<number>`count(*)::integer`.as('count')])
    .where('removed_at', 'is', null)
    .groupBy(['host_name', 'state'])
    .execute()
}

/** What the reconciler has to do: rentals that are due, since when, and those that a worker has claimed. */
export async function selectReconcilerWork(
  queries: Queries,
  now: Date,
): Promise<{ due: number; since: Date | null; claimed: number }> {
  const { rows } = await sql<{ due: number; since: Date | null; claimed: number }>`
    select count(*) filter (where due_at <= ${now} and (held_until is null or held_until <= ${now}))::integer as due,
        min(due_at) filter (where due_at <= ${now} and (held_until is null or held_until <= ${now})) as since,
        count(*) filter (where held_until > ${now})::integer as claimed
      from rentals where due_at is not null`.execute(queries)
  return rows[0] ?? { due: 0, since: null, claimed: 0 }
}
