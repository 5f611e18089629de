import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

export interface AnomalyFlagRow {
  id: string
  steam_id: string
  kind: string
  detail: Record<string, string | number>
  at: Date
  name: string | null
  server: string | null
}

/** Returns the flags that were not dismissed, or one of them, newest first, `limit` at most. */
export async function selectAnomalyFlags(
  queries: Queries,
  { id = null, limit }: { id?: string | null; limit: number },
): Promise<AnomalyFlagRow[]> {
  const { rows } = await sql<AnomalyFlagRow>`
    select f.id, f.steam_id, f.kind, f.detail, f.at, n.name, servers.name as server from board_flags f
      left join servers on servers.id = f.server_id
      left join lateral (select name from player_servers seen where seen.steam_id = f.steam_id
        order by last_at desc limit 1) n on true
      where f.dismissed_at is null and (${id}::uuid is null or f.id = ${id})
      order by f.at desc, f.id desc limit ${limit}`.execute(queries)
  return rows
}

/** Returns whether there was such a flag that was not dismissed. */
export async function updateDismissedAt(queries: Queries, id: string, now: Date): Promise<boolean> {
  const result = await queries
    .updateTable('board_flags')
    .set({ dismissed_at: now })
    .where('id', '=', id)
    .where('dismissed_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
