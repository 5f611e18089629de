import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

export interface FeedRow {
  server: string
  name: string
  reports: boolean
  last: Date | null
  batches: string
  bytes: string
  waiting: string
  gaps: string
  missing: string
  /** The phase of the newest stream's state. */
  phase: string | null
}

/** How every registered server reports, by name. Only waiting batches are read one by one. */
export async function selectFeeds(queries: Queries): Promise<FeedRow[]> {
  const answer = await sql<FeedRow>`
    with counted as (
      select server_id, max(heard_at) as last, sum(batches) as batches, sum(bytes) as bytes, sum(gaps) as gaps,
        sum(missing) as missing
        from event_streams group by server_id
    ), waiting as (
      select s.server_id, max(b.received_at) as last, count(*) as batches, count(*) filter (where b.counted is null) as fresh,
        coalesce(sum(octet_length(b.body)) filter (where b.counted is null), 0) as bytes
        from event_batches b join event_streams s on s.id = b.stream_id
        where b.counted_at is null group by s.server_id
    )
    select servers.id as server, servers.name,
      exists (select from event_secrets x where x.server_id = servers.id and x.revoked_at is null) as reports,
      greatest(counted.last, waiting.last) as last,
      coalesce(counted.batches, 0) + coalesce(waiting.fresh, 0) as batches,
      coalesce(counted.bytes, 0) + coalesce(waiting.bytes, 0) as bytes,
      coalesce(waiting.batches, 0) as waiting,
      coalesce(counted.gaps, 0) as gaps, coalesce(counted.missing, 0) as missing,
      (select s.state ->> 'phase' from event_streams s where s.server_id = servers.id and s.kind = 'log' and s.state is not null
        order by s.heard_at desc nulls last, s.id desc limit 1) as phase
      from servers left join counted on counted.server_id = servers.id
        left join waiting on waiting.server_id = servers.id
      order by servers.name collate "C", servers.id`.execute(queries)
  return answer.rows
}

/** What a server's log misses and no operator has acknowledged. */
export interface Gaps {
  gaps: number
  missing: number
}

export async function selectServerGaps(queries: Queries, serverId: string): Promise<Gaps> {
  const { rows } = await sql<Gaps>`
    select coalesce(sum(gaps), 0)::float8 as gaps, coalesce(sum(missing), 0)::float8 as missing
      from event_streams where server_id = ${serverId}`.execute(queries)
  return rows[0] ?? { gaps: 0, missing: 0 }
}

/** Acknowledges all gaps of a server. The streams are locked first, as the worker that counts locks them. */
export async function acknowledgeGaps(tx: Queries, serverId: string): Promise<Gaps> {
  await sql`select from event_streams where server_id = ${serverId} order by id for no key update`.execute(tx)
  const found = await selectServerGaps(tx, serverId)
  await sql`
    update event_batches b set acknowledged = b.acknowledged + b.missing, missing = 0
      from event_streams s where s.server_id = ${serverId} and b.stream_id = s.id and b.missing > 0`.execute(
    tx,
  )
  await sql`update event_streams set gaps = 0, missing = 0 where server_id = ${serverId} and gaps > 0`.execute(
    tx,
  )
  return found
}

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
