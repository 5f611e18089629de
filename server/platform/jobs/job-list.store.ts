import { containsPattern } from '../database/like-pattern.ts'
import { sql } from 'kysely'
import type { JobState } from '@clutch/contract/api/console/console.ts'
import type { Queries } from '../database/index.ts'

/** A job as pg-boss keeps it. */
export interface JobRow {
  id: string
  queue: string
  state: JobState
  data: Record<string, unknown> | null
  output: Record<string, unknown> | null
  created: Date
  next: Date | null
  ended: Date | null
  tries: number
}

export interface JobFilter {
  find?: string | undefined
  state?: JobState | undefined
  queue?: string | undefined
}

export interface JobPage {
  sort: 'state' | 'created' | 'queue' | 'tries'
  direction: 'asc' | 'desc'
  limit: number
  offset: number
}

const columns = sql`id, name as queue, state::text, data, output, created_on as created,
  case when state in ('created', 'retry') then start_after end as next, completed_on as ended,
  case when state in ('failed', 'completed', 'active') then retry_count + 1 else retry_count end as tries`

/** Jobs that need attention first, completed ones last. */
const urgency = sql`case state when 'failed' then 5 when 'retry' then 4 when 'active' then 3 when 'created' then 2
  when 'completed' then 1 else 0 end`

const orders = {
  state: urgency,
  created: sql`created_on`,
  queue: sql`name`,
  tries: sql`retry_count`,
}

/** The program's queues; pg-boss's internal ones are excluded. */
const isOurs = (queues: readonly string[]) => sql`name = any(${queues})`

function matching(queues: readonly string[], { find, state, queue }: JobFilter) {
  const part = containsPattern(find ?? '')
  return sql`${isOurs(queues)}
    and (${state ?? null}::text is null or state::text = ${state ?? null})
    and (${queue ?? null}::text is null or name = ${queue ?? null})
    and (${find ?? null}::text is null or name ilike ${part} or data->>'steamId' like ${part} or output->>'message' ilike ${part})`
}

/** One page of the jobs that match. */
export async function selectJobs(
  queries: Queries,
  queues: readonly string[],
  filter: JobFilter,
  { sort, direction, limit, offset }: JobPage,
): Promise<JobRow[]> {
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  const { rows } = await sql<JobRow>`select ${columns} from pgboss.job where ${matching(queues, filter)}
    order by ${orders[sort]} ${way}, created_on ${way}, id limit ${limit} offset ${offset}`.execute(queries)
  return rows
}

/** A job with its place among those of its moment: a time of the database is finer than a Date. */
export interface PositionedJob extends JobRow {
  place: string
}

/** The jobs that match, the newest first, after one of them. */
export async function selectJobsAfter(
  queries: Queries,
  queues: readonly string[],
  filter: JobFilter,
  { after, limit }: { after: PositionedJob | undefined; limit: number },
): Promise<PositionedJob[]> {
  const rest = after ? sql`(created_on, id) < (${after.place}::timestamptz, ${after.id}::uuid)` : sql`true`
  const { rows } = await sql<PositionedJob>`select ${columns}, created_on::text as place from pgboss.job
    where ${matching(queues, filter)} and ${rest}
    order by created_on desc, id desc limit ${limit}`.execute(queries)
  return rows
}

/** How many match. */
export async function countJobs(
  queries: Queries,
  queues: readonly string[],
  filter: JobFilter,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pgboss.job
    where ${matching(queues, filter)}`.execute(queries)
  return rows[0]?.count ?? 0
}

export async function selectJob(
  queries: Queries,
  queues: readonly string[],
  id: string,
): Promise<JobRow | undefined> {
  const { rows } =
    await sql<JobRow>`select ${columns} from pgboss.job where ${isOurs(queues)} and id = ${id}`.execute(
      queries,
    )
  return rows[0]
}

/** Returns the ids of a queue's permanently failed jobs. */
export async function selectFailed(queries: Queries, queue: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from pgboss.job
    where name = ${queue} and state = 'failed'`.execute(queries)
  return rows.map(({ id }) => id)
}

/** What a queue is at; times of the database. */
export interface QueueRow {
  queue: string
  waiting: number
  running: number
  retrying: number
  failed: number
  /** The most tries of one that is tried again, and why it failed. */
  tries: number
  problem: string | null
  /** The last that was done. */
  done: Date | null
  /** How long, in seconds, the oldest due job has not been started. */
  late: number
}

/** How every queue is that has any job. */
export async function selectQueues(queries: Queries, queues: readonly string[]): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select name as queue,
        count(*) filter (where state = 'created')::integer as waiting,
        count(*) filter (where state = 'active')::integer as running,
        count(*) filter (where state = 'retry')::integer as retrying,
        count(*) filter (where state = 'failed')::integer as failed,
        coalesce(max(retry_count) filter (where state = 'retry'), 0) as tries,
        (array_agg(output->>'message' order by retry_count desc) filter (where state = 'retry'))[1] as problem,
        max(completed_on) filter (where state = 'completed') as done,
        coalesce(extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and start_after < now())), 0)::float8 as late
      from pgboss.job where ${isOurs(queues)} group by name order by name`.execute(queries)
  return rows
}
