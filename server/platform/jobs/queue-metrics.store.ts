import { sql } from 'kysely'
import type { Queries } from '../database/index.ts'

/** How many unfinished or permanently failed jobs a queue has, by state, and how long its oldest due job waits, seconds. */
export interface QueueDepth {
  queue: string
  state: 'created' | 'retry' | 'active' | 'failed'
  count: number
  lateSeconds: number
}

/** Counts without the completed jobs, which are most of the table. */
export async function selectQueueDepths(queries: Queries, queues: readonly string[]): Promise<QueueDepth[]> {
  const { rows } = await sql<QueueDepth>`
    select name as queue, state::text, count(*)::integer as count,
        coalesce(extract(epoch from now() - min(start_after)
          filter (where state in ('created', 'retry') and start_after < now())), 0)::float8 as "lateSeconds"
      from pgboss.job
      where name = any(${queues}) and state in ('created', 'retry', 'active', 'failed')
      group by name, state`.execute(queries)
  return rows
}
