import { sql } from 'kysely'
import type { Expression, RawBuilder } from 'kysely'
import { isCalledHere } from '../accounts/index.ts'
import type { Queries } from '../database/index.ts'

/** The name that game servers last told of each of these players; of whom none told is left out. */
export async function selectToldNames(
  queries: Queries,
  steamIds: readonly string[],
): Promise<{ steam_id: string; name: string }[]> {
  const { rows } = await sql<{ steam_id: string; name: string }>`
    select asked.id::text as steam_id, seen.name from unnest(${[...steamIds]}::bigint[]) as asked (id),
      lateral (select name from player_servers where steam_id = asked.id and name <> ''
        order by last_at desc limit 1) seen`.execute(queries)
  return rows
}

/** Whether a text is a part of what a player is called: by their account, by Steam, or by a game server they were seen on. */
export function isCalled(steamId: Expression<unknown>, find: string): RawBuilder<boolean> {
  const part = `%${find.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql<boolean>`(${isCalledHere(steamId, find)}
    or exists (select from player_servers seen where seen.steam_id = ${steamId} and seen.name ilike ${part}))`
}
