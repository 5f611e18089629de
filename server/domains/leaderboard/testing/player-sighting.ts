import { randomUUIDv7 } from 'node:crypto'
import type { AppContext } from '../../../platform/context.ts'

/** A game server told that a player was there under a name, this moment. */
export async function insertSighting(
  { database, clock }: AppContext,
  steamId: string,
  name: string,
): Promise<void> {
  const now = clock.now()
  const seen = { steam_id: steamId, server_id: randomUUIDv7(), name, first_at: now, last_at: now }
  await database
    .insertInto('player_servers')
    .values({ ...seen, kills: 0, playtime_ms: 0 })
    .execute()
}
