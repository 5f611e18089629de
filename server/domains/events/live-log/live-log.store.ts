import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

/** A batch of a server's log as it came. */
export interface LiveLogBatch {
  id: string
  body: Buffer
  receivedAt: Date
}

/** Starts of a server that are looked through for its last lines. */
const maxStreams = 3
/** A batch may commit after a later one: this many ids back are searched again. */
const lookBackIds = 500

/** The last batches of a server's log, the newest first; none where it never reported. */
export async function selectLastBatches(
  queries: Queries,
  serverId: string,
  limit: number,
): Promise<LiveLogBatch[]> {
  const answer = await sql<LiveLogBatch>`
    select b.id, b.body, b.received_at as "receivedAt" from (
      select id from event_streams where server_id = ${serverId}::uuid and kind = 'log' order by id desc limit ${maxStreams}
    ) as s cross join lateral (
      select id, body, received_at from event_batches where stream_id = s.id
        order by at desc, begins desc, ends desc, key desc limit ${limit}
    ) as b
    order by b.received_at desc, b.id desc limit ${limit}`.execute(queries)
  return answer.rows
}

/** The newest number of all batches. */
export async function selectNewestBatchId(queries: Queries): Promise<string> {
  const answer = await sql<{ id: string }>`select coalesce(max(id), 0) as id from event_batches`.execute(
    queries,
  )
  return answer.rows[0]?.id ?? '0'
}

/** Batches of servers' logs stored around or after a number, oldest first, without those that were taken. */
export async function selectBatchesSince(
  queries: Queries,
  servers: readonly string[],
  after: string,
  claimed: readonly string[],
): Promise<(LiveLogBatch & { serverId: string })[]> {
  const answer = await sql<LiveLogBatch & { serverId: string }>`
    select b.id, b.body, b.received_at as "receivedAt", s.server_id as "serverId"
      from event_batches b join event_streams s on s.id = b.stream_id
      where b.id > ${after}::bigint - ${lookBackIds} and s.kind = 'log' and s.server_id = any(${servers}::uuid[])
        and b.id <> all(${claimed}::bigint[])
      order by b.id`.execute(queries)
  return answer.rows
}

export { lookBackIds }
