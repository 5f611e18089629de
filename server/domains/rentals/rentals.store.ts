import { type Insertable, type Selectable, type Updateable, sql } from 'kysely'
import { type Queries, notify } from '../../platform/database/index.ts'
import type { LeaseInstances, Leases } from '../../platform/database/types.generated.ts'

export type RentalRow = Selectable<Leases>
export type InstanceRow = Selectable<LeaseInstances>
export type RentalChange = Updateable<Leases>

/** NOTIFY after anything of a lease changed, its id as payload: the reconciler looks at what is due, pages show the change. */
export const rentalsChannel = 'leases'

export function notifyRentalChanged(tx: Queries, leaseId: string): Promise<void> {
  return notify(tx, rentalsChannel, leaseId)
}

/** The same where it may be any of them. */
export function notifyRentalsChanged(tx: Queries): Promise<void> {
  return notify(tx, rentalsChannel)
}

/** A lease, held until the end of the transaction; whoever only refers to it is not kept waiting. */
export function lockRental(tx: Queries, id: string): Promise<RentalRow | undefined> {
  return tx.selectFrom('leases').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Changes what is wanted of a lease, has the reconciler look at it now, and tells everybody who shows it. */
export async function updateRentalAndNotify(
  tx: Queries,
  id: string,
  change: RentalChange,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('leases')
    .set({ due_at: now, changed_at: now, ...change })
    .where('id', '=', id)
    .execute()
  await notifyRentalChanged(tx, id)
}

/** Has the reconciler look now at every lease that stands somewhere or is to. */
export async function scheduleAllRentals(tx: Queries): Promise<void> {
  const standing = tx.selectFrom('lease_instances').select('lease_id').where('removed_at', 'is', null)
  await tx
    .updateTable('leases')
    .set({ due_at: sql`clock_timestamp()`, held_until: null })
    .where((where) => where.or([where('due_at', 'is not', null), where('id', 'in', standing)]))
    .execute()
}

/** Where a lease stands or stood, the latest generation first. */
export function selectInstances(queries: Queries, leaseId: string): Promise<InstanceRow[]> {
  return queries
    .selectFrom('lease_instances')
    .selectAll()
    .where('lease_id', '=', leaseId)
    .orderBy('generation', 'desc')
    .execute()
}

/** A line of the reconciler's history. */
export async function insertHistoryLine(
  tx: Queries,
  line: {
    leaseId: string
    at: Date
    generation: number | null
    what: string
    detail?: Record<string, unknown>
  },
): Promise<void> {
  const { leaseId, at, generation, what, detail = {} } = line
  await tx
    .insertInto('lease_lines')
    .values({ lease_id: leaseId, at, generation, what, detail: JSON.stringify(detail) })
    .execute()
}

/** A lease by its number, unless everything of it was taken back. */
export function selectRentalByNumber(queries: Queries, number: string): Promise<RentalRow | undefined> {
  return queries
    .selectFrom('leases')
    .selectAll()
    .where('number', '=', number)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

/** A lease by its number, also one that was taken back, held until the end of the transaction. */
export function lockRentalByNumber(tx: Queries, number: string): Promise<RentalRow | undefined> {
  return tx.selectFrom('leases').selectAll().where('number', '=', number).forNoKeyUpdate().executeTakeFirst()
}

/** The leases of a region that had not ended when its maintenance began, and that nobody ended since, held in an order of which no two wait in a circle. */
export function lockRentalsInMaintenance(tx: Queries, region: string, since: Date): Promise<RentalRow[]> {
  return tx
    .selectFrom('leases')
    .selectAll()
    .where('region', '=', region)
    .where('created_at', '<=', since)
    .where('expires_at', '>', since)
    .where('revoked_at', 'is', null)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Null where the number is taken. */
export async function insertRental(tx: Queries, row: Insertable<Leases>): Promise<RentalRow | null> {
  const added = await tx
    .insertInto('leases')
    .values(row)
    .onConflict((conflict) => conflict.column('number').doNothing())
    .returningAll()
    .executeTakeFirst()
  return added ?? null
}

/** The SteamID64 of a lease's owner and of its admins. */
export async function selectRentalPeople(queries: Queries, leaseId: string): Promise<Set<string>> {
  const lease = await queries
    .selectFrom('leases')
    .select(['owner', 'admins'])
    .where('id', '=', leaseId)
    .executeTakeFirst()
  const admins = (lease?.admins ?? []) as unknown as { steamid: string }[]
  return new Set([...(lease ? [lease.owner] : []), ...admins.map(({ steamid }) => steamid)])
}

/** Leases whose outage may be over, or is to be given back before they end: the server ran again by `calm`, or they end by `soon`. */
export function selectDueOutages(queries: Queries, { calm, soon }: { calm: Date; soon: Date }) {
  return queries
    .selectFrom('leases')
    .innerJoin('regions', 'regions.code', 'leases.region')
    .select(['leases.id'])
    .where('outage_at', 'is not', null)
    .where(
      sql<boolean>`(outage_up_at <= ${calm} or expires_at <= ${soon} or revoked_at is not null or failed_at is not null
        or ended_at is not null or leases.maintenance_since is not null or regions.maintenance_since is not null)`,
    )
    .orderBy('leases.id')
    .limit(100)
    .execute()
}
