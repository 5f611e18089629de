import type { Queries } from '../../../../platform/database/index.ts'
import type { RentalRow } from '../../rentals.store.ts'
import type { WatchedInstance } from './host-watcher.store.ts'

export function selectRental(queries: Queries, id: string): Promise<RentalRow | undefined> {
  return queries
    .selectFrom('rentals')
    .selectAll()
    .where('id', '=', id)
    .$castTo<RentalRow>()
    .executeTakeFirst()
}

/** Marks the configuration of a ready instance as not applied. False if the instance changed meanwhile. */
export async function markUnapplied(
  tx: Queries,
  { rental_id, generation, applied_rev }: WatchedInstance,
): Promise<boolean> {
  const changed = await tx
    .updateTable('rental_instances')
    .set({ applied_rev: 0 })
    .where('rental_id', '=', rental_id)
    .where('generation', '=', generation)
    .where('state', '=', 'ready')
    .where('applied_rev', '=', applied_rev)
    .returning('generation')
    .execute()
  return changed.length > 0
}
