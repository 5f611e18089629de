import { sql } from 'kysely'
import type { Queries } from '../../database/index.ts'

export interface DemoRow {
  id: string
  lease_id: string
  name: string
  size: string
  received_at: Date
}

/** Of everybody who changes the demos of a lease one is at it at a time, until the end of the transaction. False: nothing of it is kept any more. */
export async function holdDemos(tx: Queries, leaseId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${demoLocks}::integer, hashtext(${leaseId}))`.execute(tx)
  const lease = await tx
    .selectFrom('leases')
    .select('id')
    .where('id', '=', leaseId)
    .where('revoked_at', 'is', null)
    .where('cleared_at', 'is', null)
    .executeTakeFirst()
  return lease !== undefined
}

/** A class of advisory locks of its own, one lock for each lease. */
const demoLocks = 0x64656d

export async function insertDemo(tx: Queries, demo: Omit<DemoRow, 'size'> & { size: number }): Promise<void> {
  await tx.insertInto('lease_demos').values(demo).execute()
}

/** Deletes the demo of a name; answers the ids of what was deleted. */
export async function deleteNamed(tx: Queries, leaseId: string, name: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('lease_demos')
    .where('lease_id', '=', leaseId)
    .where('name', '=', name)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes the oldest demos of a lease until the others take no more than so many bytes; answers their ids. */
export async function deleteOldest(tx: Queries, leaseId: string, bytes: number): Promise<string[]> {
  const answer = await sql<{ id: string }>`
    delete from lease_demos d using (
      select id, sum(size) over (order by received_at desc, id desc) as upto
        from lease_demos where lease_id = ${leaseId}
    ) as s where d.id = s.id and s.upto > ${bytes} returning d.id`.execute(tx)
  return answer.rows.map(({ id }) => id)
}

/** Deletes every demo of a lease, or only those that were received before a time; answers their ids. */
export async function deleteAll(tx: Queries, leaseId: string, before?: Date): Promise<string[]> {
  const rows = await tx
    .deleteFrom('lease_demos')
    .where('lease_id', '=', leaseId)
    .$if(before !== undefined, (query) => query.where('received_at', '<', before ?? null))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** G17: the demos of a lease, by name descending. */
export function selectDemos(queries: Queries, leaseId: string): Promise<DemoRow[]> {
  return queries
    .selectFrom('lease_demos')
    .selectAll()
    .where('lease_id', '=', leaseId)
    .orderBy('name', 'desc')
    .execute()
}

export function selectDemo(queries: Queries, leaseId: string, name: string): Promise<DemoRow | undefined> {
  return queries
    .selectFrom('lease_demos')
    .selectAll()
    .where('lease_id', '=', leaseId)
    .where('name', '=', name)
    .executeTakeFirst()
}

export function selectDemoById(queries: Queries, id: string): Promise<DemoRow | undefined> {
  return queries.selectFrom('lease_demos').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Of these ids those of a lease's demos. */
export async function selectKnown(queries: Queries, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await queries.selectFrom('lease_demos').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}
