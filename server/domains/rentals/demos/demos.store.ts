import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

export interface DemoRow {
  id: string
  rental_id: string
  name: string
  size: string
  received_at: Date
}

/**
 * Serialises changes of a rental's demos until the end of the transaction. False: its data is no longer
 * retained.
 */
export async function lockDemos(tx: Queries, rentalId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${demoLockClass}::integer, hashtext(${rentalId}))`.execute(tx)
  const rental = await tx
    .selectFrom('rentals')
    .select('id')
    .where('id', '=', rentalId)
    .where('revoked_at', 'is', null)
    .where('cleared_at', 'is', null)
    .executeTakeFirst()
  return rental !== undefined
}

/** A class of advisory locks of its own, one lock for each rental. */
const demoLockClass = 0x64656d

export async function insertDemo(tx: Queries, demo: Omit<DemoRow, 'size'> & { size: number }): Promise<void> {
  await tx.insertInto('rental_demos').values(demo).execute()
}

/** Deletes the demo of a name; returns the deleted ids. */
export async function deleteDemoByName(tx: Queries, rentalId: string, name: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('rental_demos')
    .where('rental_id', '=', rentalId)
    .where('name', '=', name)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes the oldest demos of a rental until the others are within both limits; returns their ids. */
export async function deleteDemosOverLimit(
  tx: Queries,
  rentalId: string,
  { quotaBytes, maxCount }: { quotaBytes: number; maxCount: number },
): Promise<string[]> {
  const answer = await sql<{ id: string }>`
    delete from rental_demos d using (
      select id, sum(size) over newest as upto, row_number() over newest as nth
        from rental_demos where rental_id = ${rentalId} window newest as (order by received_at desc, id desc)
    ) as s where d.id = s.id and (s.upto > ${quotaBytes} or s.nth > ${maxCount}) returning d.id`.execute(tx)
  return answer.rows.map(({ id }) => id)
}

/** Deletes every demo of a rental, or only those that were received before a time; answers their ids. */
export async function deleteDemosBefore(tx: Queries, rentalId: string, before?: Date): Promise<string[]> {
  const rows = await tx
    .deleteFrom('rental_demos')
    .where('rental_id', '=', rentalId)
    .$if(before !== undefined, (query) => query.where('received_at', '<', before ?? null))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** G17: demos of a rental by name descending, in the order of code points, from those that follow a name. */
export function selectDemos(
  queries: Queries,
  rentalId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<DemoRow[]> {
  return queries
    .selectFrom('rental_demos')
    .selectAll()
    .where('rental_id', '=', rentalId)
    .$if(after !== undefined, (query) => query.where(sql<boolean>`name collate "C" < ${after ?? ''}`))
    .orderBy(sql`name collate "C"`, 'desc')
    .limit(limit)
    .execute()
}

export async function selectDemoUsage(
  queries: Queries,
  rentalId: string,
): Promise<{ count: number; bytes: number }> {
  const answer = await sql<{ count: number; bytes: number }>`
    select count(*)::integer as count, coalesce(sum(size), 0)::float8 as bytes
      from rental_demos where rental_id = ${rentalId}`.execute(queries)
  return answer.rows[0] ?? { count: 0, bytes: 0 }
}

export function selectDemo(queries: Queries, rentalId: string, name: string): Promise<DemoRow | undefined> {
  return queries
    .selectFrom('rental_demos')
    .selectAll()
    .where('rental_id', '=', rentalId)
    .where('name', '=', name)
    .executeTakeFirst()
}

export function selectDemoById(queries: Queries, id: string): Promise<DemoRow | undefined> {
  return queries.selectFrom('rental_demos').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Of these ids those of a rental's demos. */
export async function selectExistingDemoIds(queries: Queries, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await queries.selectFrom('rental_demos').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}
