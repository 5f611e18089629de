import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

export interface TeammateSighting {
  rentalId: string
  /** SteamID64. */
  steamId: string
  name: string
  at: Date
}

/** A sighting this soon after the last one, under the same name, is not worth a write. */
const sightingInterval = '1 minute'

/** Saves which player was seen where under which name, each once; an owner is not their own teammate. */
export async function saveSightings(tx: Queries, sightings: readonly TeammateSighting[]): Promise<void> {
  if (sightings.length === 0) return
  await sql`
    insert into rental_players as existing (rental_id, steam_id, name, last_at)
      select rentals.id, g.steam_id, g.name, g.at
        from unnest(
          ${sightings.map(({ rentalId }) => rentalId)}::uuid[],
          ${sightings.map(({ steamId }) => steamId)}::bigint[],
          ${sightings.map(({ name }) => name)}::text[],
          ${sightings.map(({ at }) => at)}::timestamptz[]
        ) as g (rental_id, steam_id, name, at)
        join rentals on rentals.id = g.rental_id and rentals.owner <> g.steam_id and rentals.revoked_at is null
        order by 1, 2
    on conflict (rental_id, steam_id) do update set name = excluded.name, last_at = excluded.last_at
      where excluded.last_at > existing.last_at + ${sightingInterval}::interval
        or (excluded.last_at >= existing.last_at and excluded.name <> existing.name)`.execute(tx)
}

/** Whom an owner's servers have seen, each under their latest name, the latest first. */
export async function selectTeammates(queries: Queries, owner: string, limit: number) {
  const answer = await sql<{ steamid: string; name: string }>`
    select steamid, name from (
      select distinct on (p.steam_id) p.steam_id::text as steamid, p.name, p.last_at
        from rental_players p join rentals on rentals.id = p.rental_id
        where rentals.owner = ${owner} and rentals.revoked_at is null and p.steam_id <> ${owner}
        order by p.steam_id, p.last_at desc
    ) as latest order by last_at desc, steamid limit ${limit}`.execute(queries)
  return answer.rows
}

/** Forgets who was last seen before a time. */
export async function deleteOldSightings(queries: Queries, before: Date): Promise<void> {
  await queries.deleteFrom('rental_players').where('last_at', '<', before).execute()
}
