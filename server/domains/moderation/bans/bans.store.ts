import { sql } from 'kysely'
import { type Queries, playerName } from '../../../platform/database/index.ts'
import { containsPattern } from '../../../platform/database/like-pattern.ts'

interface Page {
  limit: number
  offset: number
}

/** One page of the bans, the newest first, without what is not for everyone. */
export function selectPublicBans(queries: Queries, find: string | undefined, page: Page) {
  return publicBansPage(queries, find, page).execute()
}

/** The query of a page. What players are called is looked up for the rows of the page alone, and not for those before it. */
export function publicBansPage(queries: Queries, find: string | undefined, { limit, offset }: Page) {
  const page = bans(queries, find)
    .select(['id', 'steam_id', 'player_name', 'reason', 'created_at', 'expires_at', 'lifted_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
  return queries
    .selectFrom(page.as('page'))
    .select(['steam_id', 'player_name', 'reason', 'created_at', 'expires_at', 'lifted_at'])
    .select(playerName('page.steam_id').as('known_name'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
}

/** How many match. */
export async function countPublicBans(queries: Queries, find: string | undefined): Promise<number> {
  const { count } = await bans(queries, find)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Bans by the name that each has: what players are called now is in three tables, which a search by a part would read whole. */
function bans(queries: Queries, find: string | undefined) {
  const query = queries.selectFrom('sanctions').where('kind', '=', 'ban')
  if (find === undefined || find === '') return query
  const isNamed = sql<boolean>`player_name ilike ${containsPattern(find)}`
  if (!/^\d{1,17}$/.test(find)) return query.where(isNamed)
  // A range, not a pattern of the number's text: it uses the index.
  const isNumbered = sql<boolean>`steam_id between ${find.padEnd(17, '0')}::bigint and ${find.padEnd(17, '9')}::bigint`
  return query.where(/^7656119\d/.test(find) ? isNumbered : sql<boolean>`(${isNumbered} or ${isNamed})`)
}
