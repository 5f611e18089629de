import { type Insertable, type Selectable, type Updateable, sql } from 'kysely'
import type { RentalHistoryKind } from '@clutch/contract/api/rentals/operator-rentals.ts'
import { type Queries, notify } from '../../platform/database/index.ts'
import { currentScope } from '../../platform/observability/scope.ts'
import type { RentalInstances, Rentals } from '../../platform/database/types.generated.ts'

export type RentalRow = Selectable<Rentals>
export type InstanceRow = Selectable<RentalInstances>
export type RentalChange = Updateable<Rentals>

/**
 * NOTIFY after any change of a rental, with its id as payload: the reconciler works on what is due, pages
 * show the change.
 */
export const rentalsChannel = 'rentals'

export function notifyRentalChanged(tx: Queries, rentalId: string): Promise<void> {
  return notify(tx, rentalsChannel, rentalId)
}

/** The same where it may be any of them. */
export function notifyRentalsChanged(tx: Queries): Promise<void> {
  return notify(tx, rentalsChannel)
}

/** Locks a rental until the end of the transaction; inserts that only refer to it do not wait. */
export function lockRental(tx: Queries, id: string): Promise<RentalRow | undefined> {
  return tx.selectFrom('rentals').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** The request that this is done for, as a value of `request_id`: null for the portal's own work. */
export function currentRequestId(): string | null {
  return currentScope()?.requestId ?? null
}

/** Changes the wanted state of a rental, makes it due now and notifies every stream that shows it. What follows is logged with the id of the request. */
export async function updateRentalAndNotify(
  tx: Queries,
  id: string,
  change: RentalChange,
  now: Date,
): Promise<void> {
  const requestId = currentRequestId()
  await tx
    .updateTable('rentals')
    .set({ due_at: now, changed_at: now, ...(requestId !== null && { request_id: requestId }), ...change })
    .where('id', '=', id)
    .execute()
  await notifyRentalChanged(tx, id)
}

/** Makes every rental due that has or should have an instance. */
export async function scheduleAllRentals(tx: Queries): Promise<void> {
  const standing = tx.selectFrom('rental_instances').select('rental_id').where('removed_at', 'is', null)
  await tx
    .updateTable('rentals')
    .set({ due_at: sql`clock_timestamp()`, held_until: null })
    .where((where) => where.or([where('due_at', 'is not', null), where('id', 'in', standing)]))
    .execute()
}

/** Selects the instances of a rental, latest generation first. */
export function selectInstances(queries: Queries, rentalId: string): Promise<InstanceRow[]> {
  return queries
    .selectFrom('rental_instances')
    .selectAll()
    .where('rental_id', '=', rentalId)
    .orderBy('generation', 'desc')
    .execute()
}

/** A line of the reconciler's history. */
export async function insertHistoryLine(
  tx: Queries,
  line: {
    rentalId: string
    at: Date
    generation: number | null
    what: RentalHistoryKind
    detail?: Record<string, unknown>
  },
): Promise<void> {
  const { rentalId, at, generation, what, detail = {} } = line
  await tx
    .insertInto('rental_lines')
    .values({ rental_id: rentalId, at, generation, what, detail: JSON.stringify(detail) })
    .execute()
}

export function selectRental(queries: Queries, id: string): Promise<RentalRow | undefined> {
  return queries.selectFrom('rentals').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A rental by its number, unless everything of it was taken back. */
export function selectRentalByNumber(queries: Queries, number: string): Promise<RentalRow | undefined> {
  return queries
    .selectFrom('rentals')
    .selectAll()
    .where('number', '=', number)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

/** A rental by its number, also one that was taken back, held until the end of the transaction. */
export function lockRentalByNumber(tx: Queries, number: string): Promise<RentalRow | undefined> {
  return tx.selectFrom('rentals').selectAll().where('number', '=', number).forNoKeyUpdate().executeTakeFirst()
}

/** The ids of a region's rentals that had not ended when its maintenance began. */
export async function selectRentalsInMaintenance(
  queries: Queries,
  region: string,
  since: Date,
): Promise<string[]> {
  const rows = await queries
    .selectFrom('rentals')
    .select('id')
    .where('region', '=', region)
    .where('created_at', '<=', since)
    .where('expires_at', '>', since)
    .where('revoked_at', 'is', null)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Null where the number is taken. */
export async function insertRental(tx: Queries, row: Insertable<Rentals>): Promise<RentalRow | null> {
  const added = await tx
    .insertInto('rentals')
    .values({ request_id: currentRequestId(), ...row })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .returningAll()
    .executeTakeFirst()
  return added ?? null
}

/** The SteamID64 of a rental's owner and of its admins. */
export async function selectRentalPeople(queries: Queries, rentalId: string): Promise<Set<string>> {
  const rental = await queries
    .selectFrom('rentals')
    .select(['owner', 'admins'])
    .where('id', '=', rentalId)
    .executeTakeFirst()
  const admins = (rental?.admins ?? []) as unknown as { steamid: string }[]
  return new Set([...(rental ? [rental.owner] : []), ...admins.map(({ steamid }) => steamid)])
}

/**
 * Selects rentals whose outage may be over, or has to be credited before they end: the server ran again by
 * `calm`, or they end by `soon`.
 */
export function selectDueOutages(queries: Queries, { calm, soon }: { calm: Date; soon: Date }) {
  return queries
    .selectFrom('rentals')
    .innerJoin('regions', 'regions.code', 'rentals.region')
    .select(['rentals.id'])
    .where('outage_at', 'is not', null)
    .where(
      sql<boolean>`(outage_up_at <= ${calm} or expires_at <= ${soon} or revoked_at is not null or failed_at is not null
        or ended_at is not null or rentals.maintenance_since is not null or regions.maintenance_since is not null)`,
    )
    .orderBy('rentals.id')
    .limit(100)
    .execute()
}
