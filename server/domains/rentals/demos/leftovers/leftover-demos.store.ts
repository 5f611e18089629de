import { sql } from 'kysely'
import type { Queries } from '../../../../platform/database/index.ts'
import { type InstanceRow, updateRentalAndNotify } from '../../rentals.store.ts'

/** How long it is remembered that a demo was stored: longer than a host keeps its file. */
const rememberedDays = 14

/** An instance with the number of its rental. */
export type DemoHost = InstanceRow & { number: string }

/** Instances that may hold demos: halted ones, which wait to be removed, and ready ones without players. */
export function selectDemoHosts(
  queries: Queries,
  hosts: readonly string[],
  which: 'halted' | 'idle',
): Promise<DemoHost[]> {
  const all = queries
    .selectFrom('rental_instances as one')
    .innerJoin('rentals', 'rentals.id', 'one.rental_id')
    .selectAll('one')
    .select(['rentals.number'])
    .where('one.removed_at', 'is', null)
    .where('one.demos_due', '=', true)
    .where('one.host_name', 'in', [...hosts, ''])
  const some =
    which === 'halted'
      ? all.where('one.halted_at', 'is not', null)
      : all.where('one.state', '=', 'ready').where('one.players', '=', 0)
  return some.orderBy('one.rental_id').orderBy('one.generation').$castTo<DemoHost>().execute()
}

/** An instance that is halted has no more demos: its rental is due, so that it is removed. */
export async function markDemosCollected(
  tx: Queries,
  { rental_id, generation }: DemoHost,
  now: Date,
): Promise<void> {
  // Locks the rental: a pass of the reconciler that still sees the demos as due has ended, and its wait is overwritten.
  await updateRentalAndNotify(tx, rental_id, {}, now)
  await tx
    .updateTable('rental_instances')
    .set({ demos_due: false })
    .where('rental_id', '=', rental_id)
    .where('generation', '=', generation)
    .execute()
}

/** Remembers a demo that is stored, so that it is not collected after it was deleted. */
export async function recordStoredDemo(
  tx: Queries,
  { rentalId, name, size, at }: { rentalId: string; name: string; size: number; at: Date },
): Promise<void> {
  await sql`insert into rental_demo_files (rental_id, name, size, stored_at) values (${rentalId}, ${name}, ${size}, ${at})
    on conflict (rental_id, name) do update set size = excluded.size, stored_at = excluded.stored_at`.execute(
    tx,
  )
  await sql`delete from rental_demo_files
    where rental_id = ${rentalId} and stored_at < ${at}::timestamptz - ${rememberedDays} * interval '1 day'`.execute(
    tx,
  )
}

/** Whether a demo of this name and size was ever stored. */
export async function wasDemoStored(
  queries: Queries,
  rentalId: string,
  { name, size }: { name: string; size: number },
): Promise<boolean> {
  const found = await queries
    .selectFrom('rental_demo_files')
    .select('name')
    .where('rental_id', '=', rentalId)
    .where('name', '=', name)
    .where('size', '=', String(size))
    .executeTakeFirst()
  return found !== undefined
}

export async function forgetStoredDemos(tx: Queries, rentalId: string): Promise<void> {
  await tx.deleteFrom('rental_demo_files').where('rental_id', '=', rentalId).execute()
}
