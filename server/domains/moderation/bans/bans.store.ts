import { sql } from 'kysely'
import { type Queries, playerName } from '../../../platform/database/index.ts'
import { containsPattern, prefixPattern } from '../../../platform/database/like-pattern.ts'

/** One page of the bans, the newest first, without what is not for everyone. */
export function selectPublicBans(
  queries: Queries,
  find: string | undefined,
  { limit, offset }: { limit: number; offset: number },
) {
  return bans(queries, find)
    .select(['steam_id', 'player_name', 'reason', 'created_at', 'expires_at', 'lifted_at'])
    .select(playerName('sanctions.steam_id').as('known_name'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** How many match. */
export async function countPublicBans(queries: Queries, find: string | undefined): Promise<number> {
  const { count } = await bans(queries, find)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function bans(queries: Queries, find: string | undefined) {
  const part = containsPattern(find ?? '')
  return queries
    .selectFrom('sanctions')
    .where('kind', '=', 'ban')
    .$if(find !== undefined && find !== '', (query) =>
      query.where(
        sql<boolean>`(player_name ilike ${part} or steam_id::text like ${prefixPattern(find ?? '')}
          or ${playerName('sanctions.steam_id')} ilike ${part})`,
      ),
    )
}
