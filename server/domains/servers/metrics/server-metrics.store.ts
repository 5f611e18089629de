import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

/** Registered servers by state, hidden ones and those under maintenance included, with the players on them. */
export async function countServersByState(
  queries: Queries,
): Promise<{ state: string; count: number; players: number }[]> {
  const { rows } = await sql<{ state: string; count: number; players: number }>`
    select case when servers.maintenance then 'maintenance' else coalesce(status.state, 'unknown') end as state,
        count(*)::integer as count, coalesce(sum(status.players), 0)::integer as players
      from servers left join server_status as status on status.server_id = servers.id
      group by 1`.execute(queries)
  return rows
}
