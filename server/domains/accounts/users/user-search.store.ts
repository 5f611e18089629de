import { sql } from 'kysely'
import type { Queries } from '../../../database/index.ts'

/** The accounts whose name or e-mail a text is a part of, or whose SteamID64 it begins, those lately here first. */
export function selectUsersByText(queries: Queries, find: string, limit: number) {
  const text = find.replaceAll(/[\\%_]/g, String.raw`\$&`)
  const part = `%${text}%`
  return queries
    .selectFrom('users')
    .leftJoin('steam_profiles', 'steam_profiles.steam_id', 'users.steam_id')
    .select(['users.id', 'users.steam_id', 'users.email', 'users.username', 'steam_profiles.name'])
    .where(
      sql<boolean>`(users.username ilike ${part} or steam_profiles.name ilike ${part} or users.email like ${part.toLowerCase()}
        or users.steam_id::text like ${`${text}%`})`,
    )
    .orderBy('users.id', 'desc')
    .limit(limit)
    .execute()
}
