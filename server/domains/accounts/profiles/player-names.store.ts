import { type Expression, type RawBuilder, sql } from 'kysely'
import { type Queries, playerName, lastInGameName } from '../../../platform/database/index.ts'
import { containsPattern } from '../../../platform/database/like-pattern.ts'

/** Returns the names of these players, by SteamID64; unknown players are left out. */
export async function selectPlayerNames(
  queries: Queries,
  steamIds: readonly string[],
): Promise<PlayerNameRow[]> {
  const { rows } = await sql<PlayerNameRow>`
    select asked.id::text as steam_id, users.username, users.email, steam_profiles.name as steam_name,
        ${lastInGameName('asked.id')} as seen_name
      from unnest(${[...steamIds]}::bigint[]) as asked (id)
        left join users on users.steam_id = asked.id
        left join steam_profiles on steam_profiles.steam_id = asked.id
      where users.id is not null or ${playerName('asked.id')} is not null`.execute(queries)
  return rows
}

export interface PlayerNameRow {
  steam_id: string
  username: string | null
  email: string | null
  steam_name: string | null
  seen_name: string | null
}

/** What the accounts of these ids are called. */
export function selectUserNames(queries: Queries, ids: readonly string[]) {
  return queries
    .selectFrom('users')
    .leftJoin('steam_profiles', 'steam_profiles.steam_id', 'users.steam_id')
    .select(['users.id', 'users.username', 'steam_profiles.name as steam_name'])
    .where('users.id', 'in', ids)
    .execute()
}

/** Returns an expression: whether a player's account name or Steam name contains a text. */
export function matchesAccountName(steamId: Expression<unknown>, find: string): RawBuilder<boolean> {
  const part = containsPattern(find)
  return sql<boolean>`(
    exists (select from users named where named.steam_id = ${steamId} and named.username ilike ${part})
    or exists (select from steam_profiles named where named.steam_id = ${steamId} and named.name ilike ${part}))`
}
