import { type Insertable, sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { Seasons } from '../../../platform/database/types.generated.ts'

export interface SeasonRow {
  id: string
  name_zh: string
  name_en: string
  starts_at: Date
  ends_at: Date | null
  revision: number
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

/** Locks a season until the transaction ends; transactions that only reference it do not wait. */
export function lockSeason(tx: Queries, id: string): Promise<SeasonRow | undefined> {
  return tx.selectFrom('seasons').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** How many rows the boards of each season have, those of hidden players left out. */
export async function countRowsBySeason(queries: Queries): Promise<Map<string, number>> {
  const { rows } = await sql<{ season_id: string; rows: number }>`
    select boards.season_id, sum(standing_ranges.players)::integer as rows
      from boards join standing_ranges on standing_ranges.board_id = boards.id and standing_ranges.filter = 0
      where boards.season_id is not null group by boards.season_id`.execute(queries)
  return new Map(rows.map(({ season_id: id, rows: count }) => [id, count]))
}

export function insertSeason(tx: Queries, season: Insertable<Seasons>): Promise<SeasonRow> {
  return tx.insertInto('seasons').values(season).returningAll().executeTakeFirstOrThrow()
}

/** Returns the changed season; undefined where there is none. */
export function updateSeason(
  tx: Queries,
  id: string,
  change: Partial<Omit<SeasonRow, 'id' | 'revision'>>,
): Promise<SeasonRow | undefined> {
  return tx.updateTable('seasons').set(change).where('id', '=', id).returningAll().executeTakeFirst()
}

/** Deletes a season where no board of it was ever made; false where there is one. */
export async function deleteEmptySeason(tx: Queries, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('seasons')
    .where('id', '=', id)
    .where(sql<boolean>`not exists (select from boards where boards.season_id = seasons.id)`)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
