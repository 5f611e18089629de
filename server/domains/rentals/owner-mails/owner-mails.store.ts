import { type Insertable, sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { RentalMails } from '../../../platform/database/types.generated.ts'
import { isUpdatePending } from '../reconciler/facts/rental-facts.store.ts'
import type { RentalRow } from '../rentals.store.ts'

/** The kinds of mail that are sent once for each event. */
type EventMailKind =
  | '1h'
  | '1d'
  | '3d'
  | 'ready'
  | 'failed'
  | 'outage'
  | 'address'
  | 'verify-failed'
  | 'update'

/** Records that the mail about an event of a rental, which its time identifies, was sent; false if it was recorded before. */
export async function insertSentMail(
  tx: Queries,
  row: Insertable<RentalMails> & { kind: EventMailKind },
): Promise<boolean> {
  const added = await tx
    .insertInto('rental_mails')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export function selectRentalForMail(queries: Queries, number: string): Promise<RentalRow | undefined> {
  return queries.selectFrom('rentals').selectAll().where('number', '=', number).executeTakeFirst()
}

/** The rentals that end between two times and were not taken back. */
export function selectEndingRentals(queries: Queries, from: Date, until: Date): Promise<RentalRow[]> {
  return queries
    .selectFrom('rentals')
    .selectAll()
    .where('revoked_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('expires_at', '>', from)
    .where('expires_at', '<=', until)
    .execute()
}

/** Selects the failed rentals that were not reported. */
export function selectUnreportedFailures(queries: Queries): Promise<RentalRow[]> {
  return queries
    .selectFrom('rentals')
    .selectAll('rentals')
    .where('failed_at', 'is not', null)
    .where('revoked_at', 'is', null)
    .where((where) =>
      where.not(
        where.exists((all) =>
          all
            .selectFrom('rental_mails')
            .select('rental_id')
            .whereRef('rental_mails.rental_id', '=', 'rentals.id')
            .whereRef('rental_mails.event_at', '=', 'rentals.failed_at')
            .where('kind', '=', 'failed'),
        ),
      ),
    )
    .execute()
}

/** Selects the rentals that run for the first time and whose owners were not mailed. */
export function selectUnreportedReady(queries: Queries, now: Date): Promise<RentalRow[]> {
  return queries
    .selectFrom('rentals')
    .selectAll('rentals')
    .where('ready_at', 'is not', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where((where) =>
      where.not(
        where.exists((all) =>
          all
            .selectFrom('rental_mails')
            .select('rental_id')
            .whereRef('rental_mails.rental_id', '=', 'rentals.id')
            .where('kind', '=', 'ready'),
        ),
      ),
    )
    .execute()
}

/** Whether the mail about an event of a rental, identified by its time, was sent. */
function wasMailSent(
  kind: 'outage' | 'address' | 'verify-failed',
  column: 'outage_at' | 'address_changed_at' | 'verify_failed_at',
) {
  return sql<boolean>`exists (select from rental_mails as sent where sent.rental_id = rentals.id
    and sent.kind = ${kind} and sent.event_at = rentals.${sql.ref(column)})`
}

/**
 * Selects the rentals that are down since before `since` although they should run, and whose owners were not
 * mailed.
 */
export function selectUnreportedOutages(queries: Queries, since: Date): Promise<RentalRow[]> {
  return queries
    .selectFrom('rentals')
    .selectAll()
    .where('outage_at', '<=', since)
    .where('outage_up_at', 'is', null)
    .where((where) => where.not(wasMailSent('outage', 'outage_at')))
    .execute()
}

/** Selects the rentals whose address changed since then and whose owners were not mailed. */
export function selectUnreportedAddresses(queries: Queries, since: Date): Promise<RentalRow[]> {
  return queries
    .selectFrom('rentals')
    .selectAll()
    .where('address_changed_at', '>', since)
    .where('revoked_at', 'is', null)
    .where((where) => where.not(wasMailSent('address', 'address_changed_at')))
    .execute()
}

/** Selects the rentals whose files could not be verified since then and whose owners were not mailed. */
export function selectUnreportedVerifications(queries: Queries, since: Date): Promise<RentalRow[]> {
  return queries
    .selectFrom('rentals')
    .selectAll()
    .where('verify_failed_at', '>', since)
    .where('revoked_at', 'is', null)
    .where((where) => where.not(wasMailSent('verify-failed', 'verify_failed_at')))
    .execute()
}

/** A restart at the operator's deadline, of a server with players, for the version that its host has installed. */
export interface DueUpdate {
  rental_id: string
  number: string
  name: string
  owner: string
  version: string
  installed_at: Date
  deadline: Date
}

/** Selects those that come and whose owners were not mailed, or all that come of one rental. */
export async function selectDueUpdates(
  queries: Queries,
  now: Date,
  { number }: { number?: string } = {},
): Promise<DueUpdate[]> {
  const wasMailed = sql<boolean>`exists (select from rental_mails as sent where sent.rental_id = rentals.id
    and sent.kind = 'update' and sent.event_at = hosts.installed_at)`
  const { rows } = await sql<DueUpdate>`
    select one.rental_id, rentals.number, rentals.name, rentals.owner, hosts.installed_version as version,
      hosts.installed_at, policy.deadline_at as deadline
    from rental_instances as one
    join rentals on rentals.id = one.rental_id and rentals.generation = one.generation
    join hosts on hosts.host_name = one.host_name
    cross join game_update_policy as policy
    where ${isUpdatePending} and one.players > 0 and rentals.revoked_at is null
      and policy.held_at is null and policy.deadline_set_at >= hosts.installed_at and policy.deadline_at > ${now}
      and ${number === undefined ? sql<boolean>`not ${wasMailed}` : sql<boolean>`rentals.number = ${number}`}
    order by rentals.id`.execute(queries)
  return rows
}

/** Whether the move that gave a rental its address was its owner's own. */
export async function isOwnerSwitch(tx: Queries, rentalId: string, at: Date): Promise<boolean> {
  const found = await tx
    .selectFrom('rental_switches')
    .select('id')
    .where('rental_id', '=', rentalId)
    .where('by_owner', '=', true)
    .where('ended_at', '=', at)
    .executeTakeFirst()
  return found !== undefined
}

/** Selects at most `limit` rentals whose end differs from the end that their VIP has. */
export function selectRentalsWithOutdatedVip(queries: Queries, now: Date, limit: number) {
  const vipUntil = sql<Date>`least(expires_at, coalesce(revoked_at, 'infinity'))`
  return queries
    .selectFrom('rentals')
    .select('id')
    .where(sql<boolean>`vip_until is distinct from ${vipUntil}`)
    .where(sql<boolean>`greatest(vip_until, ${vipUntil}) > ${now}`)
    .orderBy('id')
    .limit(limit)
    .execute()
}
