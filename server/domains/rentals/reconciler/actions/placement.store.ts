import { type Insertable, sql } from 'kysely'
import type { Queries } from '../../../../platform/database/index.ts'
import type { LeaseInstances } from '../../../../platform/database/types.generated.ts'
import { addMs, portBlockedMs, failureMemoryMs } from '../timing.ts'

const dayMs = 24 * 3_600_000

/** What is known of a machine: how many stand on it, and whether nobody reaches it. */
export interface HostUsage {
  node: string
  standing: number
  isSilent: boolean
}

/** Holds a machine until the end of the transaction: of those that look for a place on it one looks at a time. */
export async function lockHost(tx: Queries, node: string, driver: string): Promise<void> {
  await tx
    .insertInto('fleet_nodes')
    .values({ node, driver })
    .onConflict((conflict) => conflict.column('node').doUpdateSet({ driver }))
    .execute()
}

export async function selectHostUsage(queries: Queries, nodes: readonly string[]): Promise<HostUsage[]> {
  const { rows } = await sql<HostUsage>`
    select node, (select count(*)::integer from lease_instances as one
        where one.node = asked.node and one.removed_at is null) as standing,
      exists (select from fleet_nodes where fleet_nodes.node = asked.node and silent_at is not null) as "isSilent"
    from unnest(${nodes}::text[]) as asked (node)`.execute(queries)
  return rows
}

/**
 * A port of a machine that nobody has: none of what stands there, not even while it is being ended (R10), none that somebody
 * else was met on. One that was never used comes before one that was just given back. Undefined: there is none.
 */
export async function selectFreePort(
  tx: Queries,
  { name, ports }: { name: string; ports: { first: number; last: number } },
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ port: number }>`
    with freed as (select port, max(removed_at) as at from lease_instances
      where node = ${name} and removed_at > ${addMs(now, -failureMemoryMs)} group by port)
    select asked.port from generate_series(${ports.first}::integer, ${ports.last}::integer) as asked (port)
      left join freed on freed.port = asked.port
    where not exists (select from lease_instances as one
        where one.node = ${name} and one.port = asked.port and one.removed_at is null)
      and not exists (select from burned_ports as burned
        where burned.node = ${name} and burned.port = asked.port and burned.until > ${now})
    order by freed.at nulls first, asked.port limit 1`.execute(tx)
  return rows[0]?.port
}

/** Somebody else has the port: it is left alone for a while. */
export async function blockPort(
  tx: Queries,
  { node, port }: { node: string; port: number },
  now: Date,
): Promise<void> {
  const until = addMs(now, portBlockedMs)
  await tx
    .insertInto('burned_ports')
    .values({ node, port, until })
    .onConflict((conflict) => conflict.columns(['node', 'port']).doUpdateSet({ until }))
    .execute()
}

export async function insertInstance(tx: Queries, row: Insertable<LeaseInstances>): Promise<void> {
  await tx.insertInto('lease_instances').values(row).execute()
}

/** Forgets places of a lease that never ran, a day after: of a region that is full for a week there would be thousands. */
export async function deleteUnusedInstances(tx: Queries, leaseId: string, now: Date): Promise<void> {
  await tx
    .deleteFrom('lease_instances')
    .where('lease_id', '=', leaseId)
    .where('removed_at', '<', addMs(now, -dayMs))
    .where('ready_at', 'is', null)
    .where('kept', '=', false)
    .execute()
}
