import { type Insertable, sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { LeaseNotices } from '../../../platform/database/types.generated.ts'
import type { RentalRow } from '../rentals.store.ts'

/** Writes down that something of a lease is told; false where it was. */
export async function insertSentMail(tx: Queries, row: Insertable<LeaseNotices>): Promise<boolean> {
  const added = await tx
    .insertInto('lease_notices')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export function selectRentalForMail(queries: Queries, number: string): Promise<RentalRow | undefined> {
  return queries.selectFrom('leases').selectAll().where('number', '=', number).executeTakeFirst()
}

/** The leases that end between two times and were not taken back. */
export function selectEndingRentals(queries: Queries, from: Date, until: Date): Promise<RentalRow[]> {
  return queries
    .selectFrom('leases')
    .selectAll()
    .where('revoked_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('expires_at', '>', from)
    .where('expires_at', '<=', until)
    .execute()
}

/** The leases that could not be made and of which nobody was told. */
export function selectUnreportedFailures(queries: Queries): Promise<RentalRow[]> {
  return queries
    .selectFrom('leases')
    .selectAll('leases')
    .where('failed_at', 'is not', null)
    .where('revoked_at', 'is', null)
    .where((where) =>
      where.not(
        where.exists((all) =>
          all
            .selectFrom('lease_notices')
            .select('lease_id')
            .whereRef('lease_notices.lease_id', '=', 'leases.id')
            .whereRef('lease_notices.expires_at', '=', 'leases.failed_at')
            .where('kind', '=', 'failed'),
        ),
      ),
    )
    .execute()
}

/** The leases that run for the first time and whose owners were not told so. */
export function selectUnreportedReady(queries: Queries, now: Date): Promise<RentalRow[]> {
  return queries
    .selectFrom('leases')
    .selectAll('leases')
    .where('ready_at', 'is not', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where((where) =>
      where.not(
        where.exists((all) =>
          all
            .selectFrom('lease_notices')
            .select('lease_id')
            .whereRef('lease_notices.lease_id', '=', 'leases.id')
            .where('kind', '=', 'ready'),
        ),
      ),
    )
    .execute()
}

/** Whether something of a lease, known by its time, was told. */
function wasMailSent(kind: 'outage' | 'address', column: 'outage_at' | 'address_changed_at') {
  return sql<boolean>`exists (select from lease_notices as told where told.lease_id = leases.id
    and told.kind = ${kind} and told.expires_at = leases.${sql.ref(column)})`
}

/** The leases that have not run since then, although they should, and whose owners were not told. */
export function selectUnreportedOutages(queries: Queries, since: Date): Promise<RentalRow[]> {
  return queries
    .selectFrom('leases')
    .selectAll()
    .where('outage_at', '<=', since)
    .where('outage_up_at', 'is', null)
    .where((where) => where.not(wasMailSent('outage', 'outage_at')))
    .execute()
}

/** The leases that have got another address since then, and whose owners were not told. */
export function selectUnreportedAddresses(queries: Queries, since: Date): Promise<RentalRow[]> {
  return queries
    .selectFrom('leases')
    .selectAll()
    .where('address_changed_at', '>', since)
    .where('revoked_at', 'is', null)
    .where((where) => where.not(wasMailSent('address', 'address_changed_at')))
    .execute()
}

/** Whether the move that gave a lease its address was its owner's own. */
export async function isOwnerSwitch(tx: Queries, leaseId: string, at: Date): Promise<boolean> {
  const found = await tx
    .selectFrom('lease_switches')
    .select('id')
    .where('lease_id', '=', leaseId)
    .where('by_owner', '=', true)
    .where('ended_at', '=', at)
    .executeTakeFirst()
  return found !== undefined
}

/** The leases of which VIP was told another end than they have, at most so many. */
export function selectRentalsWithOutdatedVip(queries: Queries, now: Date, limit: number) {
  const wanted = sql<Date>`least(expires_at, coalesce(revoked_at, 'infinity'))`
  return queries
    .selectFrom('leases')
    .select('id')
    .where(sql<boolean>`vip_until is distinct from ${wanted}`)
    .where(sql<boolean>`greatest(vip_until, ${wanted}) > ${now}`)
    .orderBy('id')
    .limit(limit)
    .execute()
}
