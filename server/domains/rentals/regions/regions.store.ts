import { type Insertable, type Selectable, type Updateable, sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { Regions } from '../../../platform/database/types.generated.ts'

export type RegionRow = Selectable<Regions>

/** Every region, in the operator’s order. */
export function selectRegions(queries: Queries): Promise<RegionRow[]> {
  return queries.selectFrom('regions').selectAll().orderBy('position').orderBy('code').execute()
}

export function selectRegion(queries: Queries, code: string): Promise<RegionRow | undefined> {
  return queries.selectFrom('regions').selectAll().where('code', '=', code).executeTakeFirst()
}

/** Locks a region until the transaction ends, so that its places cannot be taken meanwhile. */
export function lockRegion(tx: Queries, code: string): Promise<RegionRow | undefined> {
  return tx.selectFrom('regions').selectAll().where('code', '=', code).forNoKeyUpdate().executeTakeFirst()
}

/** Adds a region, last in the order where no position is given; false where its code is taken. */
export async function insertRegion(
  tx: Queries,
  { position, ...region }: Omit<Insertable<Regions>, 'position'> & { position: number | undefined },
): Promise<boolean> {
  const last = sql<number>`(select least(1000, coalesce(max(position), 0) + 10) from regions)`
  const { numInsertedOrUpdatedRows: rows } = await tx
    .insertInto('regions')
    .values({ ...region, position: position ?? last })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return rows === 1n
}

/** Deletes a region that no rental and no move names; false where one does. */
export async function deleteUnusedRegion(tx: Queries, code: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('regions')
    .where('code', '=', code)
    .where(
      sql<boolean>`not exists (select from rentals where rentals.region = regions.code)
        and not exists (select from rental_switches s where regions.code in (s.from_region, s.to_region))`,
    )
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export async function updateRegion(tx: Queries, code: string, change: Updateable<Regions>): Promise<void> {
  await tx.updateTable('regions').set(change).where('code', '=', code).execute()
}

/**
 * Returns the used places of each region: by rentals that have or should have an instance, and by those
 * moving to it.
 */
export async function countUsedByRegion(queries: Queries): Promise<Map<string, number>> {
  const { rows } = await sql<{ region: string; used: number }>`
    select region, count(*)::integer as used from (
      select region from rentals where state not in ('terminated', 'failed') and revoked_at is null
      union all
      select to_region from rental_switches where state = 'running' and to_region <> from_region) as taken
    group by region`.execute(queries)
  return new Map(rows.map(({ region, used }) => [region, used]))
}
