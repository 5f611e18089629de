import { sql } from 'kysely'
import { rankedProfileCount } from '@clutch/contract/limits.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { unfiltered } from '../boards/group-filters.ts'

/**
 * I3: some of the first players of every board whom Steam was asked about before a time, or never. In any order: those whom Steam
 * does not know must not keep the others waiting.
 */
export async function selectTopPlayersWithoutProfile(
  queries: Queries,
  before: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ steam_id: string }>`
    select steam_id from (
      select distinct first.steam_id from boards cross join lateral (
        select steam_id from standings where board_id = boards.id and filter = ${unfiltered}
          order by minus_kills, deaths, steam_id limit ${rankedProfileCount}) first
      ) players left join steam_profiles using (steam_id)
      where fetched_at is null or fetched_at <= ${before}
      order by random() limit ${limit}`.execute(queries)
  return rows.map(({ steam_id: steamId }) => steamId)
}
