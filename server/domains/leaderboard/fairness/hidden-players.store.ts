import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

export interface HiddenPlayerRow {
  steam_id: string
  reason: string
  hidden_at: Date
  name: string | null
}

/** The hidden players, or one of them, the latest first. */
export async function selectHiddenPlayers(
  queries: Queries,
  steamId: string | null = null,
): Promise<HiddenPlayerRow[]> {
  const { rows } = await sql<HiddenPlayerRow>`
    select h.steam_id, h.reason, h.hidden_at, n.name from hidden_players h
      left join lateral (select name from player_servers seen where seen.steam_id = h.steam_id
        order by last_at desc limit 1) n on true
      where ${steamId}::bigint is null or h.steam_id = ${steamId}
      order by h.hidden_at desc, h.steam_id`.execute(queries)
  return rows
}

/** Whether the player was not hidden before; of one who was, only the reason changes. */
export async function upsertHiddenPlayer(
  tx: Queries,
  row: { steam_id: string; reason: string; hidden_at: Date },
): Promise<boolean> {
  const { reason } = row
  const updated = await tx
    .updateTable('hidden_players')
    .set({ reason })
    .where('steam_id', '=', row.steam_id)
    .executeTakeFirst()
  if (updated.numUpdatedRows > 0n) return false
  await tx.insertInto('hidden_players').values(row).execute()
  return true
}

/** Whether the player was hidden. */
export async function deleteHiddenPlayer(tx: Queries, steamId: string): Promise<boolean> {
  const result = await tx.deleteFrom('hidden_players').where('steam_id', '=', steamId).executeTakeFirst()
  return result.numDeletedRows > 0n
}
