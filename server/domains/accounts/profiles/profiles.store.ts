import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { Picture } from './picture-download.ts'

export interface Profile {
  steamId: string
  name: string
  /** Null: what there was stays. */
  picture: Picture | null
  fetchedAt: Date
}

/** Saves the profile from Steam; a picture has the time of its last change. */
export async function saveProfile(queries: Queries, profile: Profile): Promise<void> {
  const { steamId, name, picture, fetchedAt } = profile
  await sql`
    insert into steam_profiles as existing (steam_id, name, fetched_at, picture, picture_type, picture_at)
      values (${steamId}, ${name}, ${fetchedAt}, ${picture?.bytes ?? null}, ${picture?.type ?? null},
        ${picture && fetchedAt})
    on conflict (steam_id) do update set name = excluded.name, fetched_at = excluded.fetched_at,
      picture = coalesce(excluded.picture, existing.picture),
      picture_type = coalesce(excluded.picture_type, existing.picture_type),
      picture_at = case when excluded.picture is null or excluded.picture = existing.picture
        then existing.picture_at else excluded.picture_at end`.execute(queries)
}

/** Returns when a player was last fetched from Steam; undefined for never. */
export async function selectFetchedAt(queries: Queries, steamId: string): Promise<Date | undefined> {
  const row = await queries
    .selectFrom('steam_profiles')
    .select('fetched_at')
    .where('steam_id', '=', steamId)
    .executeTakeFirst()
  return row?.fetched_at
}

/**
 * Returns the players with a session whose profile is from `before` or earlier, the oldest first; those
 * without one, last.
 */
export async function selectStaleProfiles(
  queries: Queries,
  { now, before, limit }: { now: Date; before: Date; limit: number },
): Promise<string[]> {
  const rows = await queries
    .selectFrom('users')
    .leftJoin('steam_profiles', 'steam_profiles.steam_id', 'users.steam_id')
    .select('users.steam_id')
    .where('users.steam_id', 'is not', null)
    .where((where) => where.or([where('fetched_at', 'is', null), where('fetched_at', '<=', before)]))
    .where((where) =>
      where.exists(
        where
          .selectFrom('sessions')
          .select('sessions.id')
          .whereRef('sessions.user_id', '=', 'users.id')
          .where('sessions.expires_at', '>', now),
      ),
    )
    .orderBy('fetched_at', (order) => order.asc().nullsLast())
    .limit(limit)
    .execute()
  return rows.flatMap(({ steam_id: steamId }) => steamId ?? [])
}

/** Returns when the pictures of these players last changed, without players who chose the drawn one. */
export function selectPictureTimes(queries: Queries, steamIds: readonly string[]) {
  return queries
    .selectFrom('steam_profiles')
    .leftJoin('users', 'users.steam_id', 'steam_profiles.steam_id')
    .select(['steam_profiles.steam_id', 'steam_profiles.picture_at'])
    .where('steam_profiles.steam_id', 'in', steamIds)
    .where((where) =>
      where.or([where('users.avatar_source', 'is', null), where('users.avatar_source', '=', 'steam')]),
    )
    .execute()
}

export async function selectPicture(queries: Queries, steamId: string): Promise<Picture | undefined> {
  const row = await queries
    .selectFrom('steam_profiles')
    .select(['picture', 'picture_type'])
    .where('steam_id', '=', steamId)
    .executeTakeFirst()
  return row?.picture && row.picture_type ? { bytes: row.picture, type: row.picture_type } : undefined
}
