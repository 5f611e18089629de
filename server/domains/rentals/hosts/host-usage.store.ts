import { sql } from 'kysely'
import type { ClassCounts } from '@clutch/contract/rules/rentals/host-classes.ts'
import type { Queries } from '../../../platform/database/index.ts'

/** What runs on a host or is being stopped there, by class, and what its machine has. */
export interface HostUsage {
  hostName: string
  counts: ClassCounts
  isSilent: boolean
  isCordoned: boolean
  machine: { memoryMb: number | null; cpus: number | null }
}

/** Selects the usage of hosts; also of one that was never listed. */
export async function selectHostUsage(
  queries: Queries,
  hostNames: readonly string[],
): Promise<Map<string, HostUsage>> {
  const { rows } = await sql<{
    host_name: string
    standard: number
    performance: number
    is_silent: boolean
    is_cordoned: boolean
    memory_mb: number | null
    cpus: number | null
  }>`select asked.host_name, coalesce(hosts.silent_at is not null, false) as is_silent,
      coalesce(hosts.cordoned_at is not null, false) as is_cordoned,
      hosts.machine_memory_mb as memory_mb, hosts.machine_cpus as cpus, present.standard, present.performance
    from unnest(${hostNames}::text[]) as asked (host_name)
    left join hosts on hosts.host_name = asked.host_name
    cross join lateral (
      select count(*) filter (where one.host_class = 'standard')::integer as standard,
        count(*) filter (where one.host_class = 'performance')::integer as performance
      from rental_instances as one where one.host_name = asked.host_name and one.removed_at is null) as present`.execute(
    queries,
  )
  return new Map(
    rows.map((row) => [
      row.host_name,
      {
        hostName: row.host_name,
        counts: { standard: row.standard, performance: row.performance },
        isSilent: row.is_silent,
        isCordoned: row.is_cordoned,
        machine: { memoryMb: row.memory_mb, cpus: row.cpus },
      },
    ]),
  )
}

/** Counts the rentals that wait for their first place on a host, by region and class. */
export async function countWaitingRentals(
  queries: Queries,
): Promise<readonly { region: string; isRelocatable: boolean; count: number }[]> {
  return queries
    .selectFrom('rentals')
    .select(['region', 'relocatable as isRelocatable', sql<number>`count(*)::integer`.as('count')])
    .where('state', '=', 'creating')
    .where('revoked_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from rental_instances as one
        where one.rental_id = rentals.id and one.removed_at is null)`,
    )
    .groupBy(['region', 'relocatable'])
    .execute()
}
