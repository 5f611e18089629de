import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

/** The servers of whose reports since a time something is missing, the most first. */
export async function selectServersWithGaps(
  queries: Queries,
  since: Date,
): Promise<{ id: string; name: string; missing: number }[]> {
  const { rows } = await sql<{ id: string; name: string; missing: number }>`
    select servers.id, servers.name, sum(streams.missing)::float8 as missing
      from event_streams streams join servers on servers.id = streams.server_id
      where streams.heard_at >= ${since} and streams.missing > 0
      group by servers.id, servers.name order by 3 desc, servers.name, servers.id`.execute(queries)
  return rows
}
