import type { Selectable, Updateable } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { RentalMapChanges } from '../../../platform/database/types.generated.ts'

export type MapChangeRow = Selectable<RentalMapChanges>

const openStates = ['waiting', 'loading'] as const

/** Returns the change of a rental that is under way; undefined if there is none. */
export function selectOpenMapChange(queries: Queries, rentalId: string): Promise<MapChangeRow | undefined> {
  return queries
    .selectFrom('rental_map_changes')
    .selectAll()
    .where('rental_id', '=', rentalId)
    .where('state', 'in', openStates)
    .executeTakeFirst()
}

/** Returns the latest change of each of some rentals. */
export async function selectLatestMapChanges(
  queries: Queries,
  rentalIds: readonly string[],
): Promise<MapChangeRow[]> {
  if (rentalIds.length === 0) return []
  return queries
    .selectFrom('rental_map_changes')
    .selectAll()
    .distinctOn('rental_id')
    .where('rental_id', 'in', rentalIds)
    .orderBy('rental_id')
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export interface NewMapChange {
  id: string
  rentalId: string
  map: string
  title: string | null
  mode: string
  /** The mode before; null where the running game may be in another. */
  fromMode: string | null
  /** SteamID64; null after a restart. */
  askedBy: string | null
  askedAt: Date
}

/** How many changes of a rental are stored. */
const storedChanges = 50

/** Stores a change; the caller holds the rental's lock and knows that none is under way. The oldest beyond 50 are deleted. */
export async function insertMapChange(tx: Queries, change: NewMapChange): Promise<void> {
  const { id, rentalId, map, title, mode, fromMode, askedBy, askedAt } = change
  await tx
    .insertInto('rental_map_changes')
    .values({
      id,
      rental_id: rentalId,
      map,
      title,
      mode,
      from_mode: fromMode,
      state: 'waiting',
      asked_by: askedBy,
      asked_at: askedAt,
    })
    .execute()
  const old = tx
    .selectFrom('rental_map_changes')
    .select('id')
    .where('rental_id', '=', rentalId)
    .orderBy('asked_at', 'desc')
    .offset(storedChanges)
  await tx.deleteFrom('rental_map_changes').where('id', 'in', old).execute()
}

export async function updateMapChange(
  tx: Queries,
  id: string,
  change: Updateable<RentalMapChanges>,
): Promise<void> {
  await tx.updateTable('rental_map_changes').set(change).where('id', '=', id).execute()
}

/** What is known of a Workshop map; undefined for one that was never asked for. */
export function selectWorkshopMap(queries: Queries, id: string) {
  return queries.selectFrom('workshop_maps').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Stores what was learned of a Workshop map, and keeps the rest. */
export async function saveWorkshopMap(
  queries: Queries,
  { id, ...known }: { id: string; title?: string; map_name?: string },
  now: Date,
): Promise<void> {
  await queries
    .insertInto('workshop_maps')
    .values({ id, ...known, changed_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...known, changed_at: now }))
    .execute()
}
