import { type Selectable, sql } from 'kysely'
import { selectSurplusVersions } from '@clutch/contract/rules/rentals/maps/saved-grenades.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { RentalGrenades } from '../../../platform/database/types.generated.ts'

export type GrenadeVersionRow = Selectable<RentalGrenades>

/** The versions of a rental without their content, the latest first. */
export function selectVersions(queries: Queries, rentalId: string) {
  return queries
    .selectFrom('rental_grenades')
    .select(['id', 'source', 'grenades', 'made_at', 'made_by', 'is_current'])
    .select(sql<number>`octet_length(content)`.as('bytes'))
    .where('rental_id', '=', rentalId)
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export function selectVersion(
  queries: Queries,
  rentalId: string,
  id: string,
): Promise<GrenadeVersionRow | undefined> {
  return selectVersionsOf(queries, rentalId).where('id', '=', id).executeTakeFirst()
}

/** The version that a server has or is to have. */
export function selectCurrentVersion(
  queries: Queries,
  rentalId: string,
): Promise<GrenadeVersionRow | undefined> {
  return selectVersionsOf(queries, rentalId).where('is_current', '=', true).executeTakeFirst()
}

/** Whether any version of a rental has this content. */
export async function hasVersion(queries: Queries, rentalId: string, content: string): Promise<boolean> {
  const found = await selectVersionsOf(queries, rentalId).where('content', '=', content).executeTakeFirst()
  return found !== undefined
}

function selectVersionsOf(queries: Queries, rentalId: string) {
  return queries.selectFrom('rental_grenades').selectAll().where('rental_id', '=', rentalId)
}

/** Adds a version, in place of the current one if it is the current one now, and deletes those that are not kept. */
export async function insertVersion(tx: Queries, row: GrenadeVersionRow): Promise<void> {
  const { rental_id: rentalId } = row
  if (row.is_current)
    await tx
      .updateTable('rental_grenades')
      .set({ is_current: false })
      .where('rental_id', '=', rentalId)
      .where('is_current', '=', true)
      .execute()
  await tx.insertInto('rental_grenades').values(row).execute()
  const versions = await selectVersions(tx, rentalId)
  const current = versions.find(({ is_current }) => is_current)?.id ?? null
  const surplus = selectSurplusVersions(
    versions.map(({ id, made_at }) => ({ id, madeAt: made_at.getTime() })),
    current,
  )
  if (surplus.length > 0) await tx.deleteFrom('rental_grenades').where('id', 'in', surplus).execute()
}

/** Replaces the content of a version that is still the current one. */
export async function updateCurrentContent(
  queries: Queries,
  id: string,
  { content, grenades }: Pick<GrenadeVersionRow, 'content' | 'grenades'>,
): Promise<void> {
  await queries
    .updateTable('rental_grenades')
    .set({ content, grenades })
    .where('id', '=', id)
    .where('is_current', '=', true)
    .execute()
}

export async function deleteVersions(tx: Queries, rentalId: string): Promise<void> {
  await tx.deleteFrom('rental_grenades').where('rental_id', '=', rentalId).execute()
}

/** The names that players had on a rental's server, by SteamID64. */
export async function selectPlayerNames(queries: Queries, rentalId: string): Promise<Map<string, string>> {
  const rows = await queries
    .selectFrom('rental_players')
    .select(['name', sql<string>`steam_id::text`.as('steamid')])
    .where('rental_id', '=', rentalId)
    .execute()
  return new Map(rows.map(({ steamid, name }) => [steamid, name]))
}

/** Whether the present server of a rental has still to get the version that its owner set. */
export async function isWriteDue(queries: Queries, rentalId: string): Promise<boolean> {
  const found = await queries
    .selectFrom('rentals')
    .innerJoin('rental_instances as one', (join) =>
      join.onRef('one.rental_id', '=', 'rentals.id').onRef('one.generation', '=', 'rentals.generation'),
    )
    .select('one.generation')
    .where('rentals.id', '=', rentalId)
    .where('one.removed_at', 'is', null)
    .whereRef('one.grenades_rev', '<>', 'rentals.grenades_rev')
    .executeTakeFirst()
  return found !== undefined
}

/** Whether an instance is the present one of its rental and has what the owner set last; the rental is locked. */
export async function isCurrentInstance(
  tx: Queries,
  { rentalId, generation, rev }: { rentalId: string; generation: number; rev: number },
): Promise<boolean> {
  const found = await tx
    .selectFrom('rentals')
    .innerJoin('rental_instances as one', 'one.rental_id', 'rentals.id')
    .select('one.generation')
    .where('rentals.id', '=', rentalId)
    .where('rentals.generation', '=', generation)
    .where('rentals.grenades_rev', '=', rev)
    .where('one.generation', '=', generation)
    .where('one.grenades_rev', '=', rev)
    .executeTakeFirst()
  return found !== undefined
}
