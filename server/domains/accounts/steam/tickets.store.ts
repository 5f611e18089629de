import { type Insertable, sql } from 'kysely'
import { type Queries, deleteInSlices } from '../../../platform/database/index.ts'
import type { Tickets } from '../../../platform/database/types.generated.ts'

export async function insertTicket(queries: Queries, row: Insertable<Tickets>): Promise<void> {
  await queries.insertInto('tickets').values(row).execute()
}

/** A ticket as it is shown; a link's is bound to no browser. */
export interface TicketLookup {
  purpose: 'sign-in' | 'link'
  hash: Buffer
  browserHash: Buffer | null
  now: Date
}

/** Consumes a ticket in one statement; undefined unless it is valid, for this purpose and this browser. */
export function consumeTicket(queries: Queries, { purpose, hash, browserHash, now }: TicketLookup) {
  return queries
    .deleteFrom('tickets')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('browser_hash', 'is not distinct from', browserHash)
    .where('expires_at', '>', now)
    .returning(['steam_id', 'provider'])
    .executeTakeFirst()
}

/** The same without using it up. */
export function selectTicket(queries: Queries, { purpose, hash, browserHash, now }: TicketLookup) {
  return queries
    .selectFrom('tickets')
    .select('steam_id')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('browser_hash', 'is not distinct from', browserHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Deletes the sign-in links of a player. */
export async function deleteLinkTickets(tx: Queries, steamId: string): Promise<void> {
  await tx.deleteFrom('tickets').where('purpose', '=', 'link').where('steam_id', '=', steamId).execute()
}

export async function deleteExpiredTickets(queries: Queries, now: Date): Promise<void> {
  await deleteInSlices(queries, 'tickets', sql`expires_at <= ${now}`)
}
