import type { Insertable } from 'kysely'
import type { Queries } from '../database/index.ts'
import type { Seasons } from '../database/types.generated.ts'

export interface SeasonRow {
  id: string
  name_zh: string
  name_en: string
  starts_at: Date
  ends_at: Date | null
}

/** Every season, newest first. */
export function selectSeasons(queries: Queries): Promise<SeasonRow[]> {
  return queries
    .selectFrom('seasons')
    .selectAll()
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export function findSeason(queries: Queries, id: string): Promise<SeasonRow | undefined> {
  return queries.selectFrom('seasons').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertSeason(tx: Queries, season: Insertable<Seasons>): Promise<void> {
  await tx.insertInto('seasons').values(season).execute()
}

/** The season after the change; undefined where there is none. */
export function updateSeason(
  tx: Queries,
  id: string,
  change: Partial<Omit<SeasonRow, 'id'>>,
): Promise<SeasonRow | undefined> {
  return tx.updateTable('seasons').set(change).where('id', '=', id).returningAll().executeTakeFirst()
}
