import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

/** A batch of a server's log as it came. */
interface ReceivedBatch {
  body: Buffer
  receivedAt: Date
}

/** The batches of a server's log that came between two moments, oldest first; of more than `maxBytes` the latest. */
export async function selectBatchesBetween(
  queries: Queries,
  serverId: string,
  { from, until, maxBytes }: { from: Date; until: Date; maxBytes: number },
): Promise<ReceivedBatch[]> {
  const { rows } = await sql<ReceivedBatch>`
    select body, "receivedAt" from (
      select b.body, b.received_at as "receivedAt", b.id,
          sum(octet_length(b.body)) over (order by b.received_at desc, b.id desc) as size
        from event_batches b join event_streams s on s.id = b.stream_id
        where s.server_id = ${serverId}::uuid and s.kind = 'log'
          and b.received_at between ${from} and ${until}
    ) as found where size <= ${maxBytes} order by "receivedAt", id`.execute(queries)
  return rows
}
