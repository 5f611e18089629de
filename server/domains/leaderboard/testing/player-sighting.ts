import { randomUUIDv7 } from 'node:crypto'
import type { AppContext } from '../../../platform/context.ts'

/** Records that a game server reported a player under a name, now. */
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
