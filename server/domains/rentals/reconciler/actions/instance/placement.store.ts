import { type Insertable, sql } from 'kysely'
import type { Queries } from '../../../../../platform/database/index.ts'
import type { RentalInstances } from '../../../../../platform/database/types.generated.ts'
import { addMs } from '../../../../../platform/clock/add-ms.ts'
import { portBlockedMs, failureMemoryMs } from '../../timing.ts'

const dayMs = 24 * 3_600_000

/** Whether an operator lets no new instance into a region. */
export async function isRegionCordoned(queries: Queries, region: string): Promise<boolean> {
  const row = await queries
    .selectFrom('regions')
    .select('cordoned_at')
    .where('code', '=', region)
    .executeTakeFirst()
  return row !== undefined && row.cordoned_at !== null
}

/** Holds a machine until the end of the transaction: of those that look for a place on it one looks at a time. */
export async function lockHost(tx: Queries, hostName: string, driver: string): Promise<void> {
  await tx
    .insertInto('hosts')
    .values({ host_name: hostName, driver })
    .onConflict((conflict) => conflict.column('host_name').doUpdateSet({ driver }))
    .execute()
}

/**
 * Runs work on a host and releases what it locked where it finds nothing: a transaction that held one host while it looks at the next
 * could wait for another that does so in the opposite order.
 */
export async function holdIfFound<T>(
  tx: Queries,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  await sql`savepoint host`.execute(tx)
  const found = await find()
  await (found === undefined ? sql`rollback to savepoint host` : sql`release savepoint host`).execute(tx)
  return found
}

/**
 * Selects a free port of a host: used by no instance, not even one that is being stopped (R10), and not
 * blocked. A port that was never used comes before one that was released recently. Undefined if there is
 * none.
 */
export async function selectFreePort(
  tx: Queries,
  { name, ports }: { name: string; ports: { first: number; last: number } },
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ port: number }>`
    with freed as (select port, max(removed_at) as at from rental_instances
      where host_name = ${name} and removed_at > ${addMs(now, -failureMemoryMs)} group by port)
    select asked.port from generate_series(${ports.first}::integer, ${ports.last}::integer) as asked (port)
      left join freed on freed.port = asked.port
    where not exists (select from rental_instances as one
        where one.host_name = ${name} and one.port = asked.port and one.removed_at is null)
      and not exists (select from blocked_ports as burned
        where burned.host_name = ${name} and burned.port = asked.port and burned.until > ${now})
    order by freed.at nulls first, asked.port limit 1`.execute(tx)
  return rows[0]?.port
}

/** Blocks a port that another program uses, for a while. */
export async function blockPort(
  tx: Queries,
  { hostName, port }: { hostName: string; port: number },
  now: Date,
): Promise<void> {
  const until = addMs(now, portBlockedMs)
  await tx
    .insertInto('blocked_ports')
    .values({ host_name: hostName, port, until })
    .onConflict((conflict) => conflict.columns(['host_name', 'port']).doUpdateSet({ until }))
    .execute()
}

export async function insertInstance(tx: Queries, row: Insertable<RentalInstances>): Promise<void> {
  await tx.insertInto('rental_instances').values(row).execute()
}

/** Forgets places of a rental that never ran, a day after: of a region that is full for a week there would be thousands. */
export async function deleteUnusedInstances(tx: Queries, rentalId: string, now: Date): Promise<void> {
  await tx
    .deleteFrom('rental_instances')
    .where('rental_id', '=', rentalId)
    .where('removed_at', '<', addMs(now, -dayMs))
    .where('ready_at', 'is', null)
    .where('kept', '=', false)
    .execute()
}
