import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { BatchPosition } from './batch-position.ts'
import { getReporterId } from '../reporters/reporter.ts'
import type { ReportSource } from '../reporters/report-sources.ts'

/** NOTIFY after uncounted batches were stored. */
export const batchesChannel = 'event_batches'

export interface NewBatch extends BatchPosition {
  source: ReportSource
  kind: 'log' | 'matchzy'
  body: Buffer
  receivedAt: Date
}

/**
 * Stores batches, each once, by one statement that commits by itself, and wakes the workers. Answers which of them (by
 * index) are stored now; the others have no stream yet.
 */
export async function insertBatches(queries: Queries, batches: readonly NewBatch[]): Promise<Set<number>> {
  const rules = batches.map(({ source }) => source)
  // All bodies as one value, which travels as it is: an array of them would travel as text, twice as long.
  const bodies = Buffer.concat(batches.map(({ body }) => body))
  const sizes = batches.map(({ body }) => body.length)
  let end = 0
  const starts = sizes.map((size) => (end += size) - size + 1)
  const answer = await sql<{ placed: number[] }>`
    with given as (
      select * from unnest(
        ${batches.map((_, index) => index)}::integer[],
        ${rules.map(getReporterId)}::uuid[],
        ${batches.map(({ kind }) => kind)}::text[],
        ${batches.map(({ token }) => token)}::text[],
        ${batches.map(({ key }) => key)}::text[],
        ${batches.map(({ at }) => at)}::bigint[],
        ${batches.map(({ begins }) => begins)}::bigint[],
        ${batches.map(({ ends }) => ends)}::bigint[],
        ${starts}::integer[],
        ${sizes}::integer[],
        ${batches.map(({ receivedAt }) => receivedAt)}::timestamptz[],
        ${rules.map(({ board }) => board)}::text[],
        ${rules.map(({ freeForAll }) => freeForAll)}::boolean[],
        ${rules.map(({ minHumans }) => minHumans)}::integer[]
      ) as g (
        index, reporter, kind, token, key, at, begins, ends, start, size, received_at, board, free_for_all, min_humans)
    ), placed as (
      select g.*, s.id as stream_id from given g join event_streams s using (reporter, kind, token)
    ), stored as (
      insert into event_batches
        (stream_id, at, begins, ends, key, body, received_at, board, free_for_all, min_humans)
      select stream_id, at, begins, ends, key, substring(${bodies}::bytea from start for size), received_at, board,
        free_for_all, min_humans
        from placed order by stream_id, at, begins, ends, key
      on conflict (stream_id, at, begins, ends, key) do nothing
      returning id
    )
    select array(select index from placed) as placed,
      (select pg_notify(${batchesChannel}, '') from stored limit 1) as woken`.execute(queries)
  return new Set(answer.rows[0]?.placed)
}

/** Begins the streams of these batches, where their servers are still registered or rented. */
export async function insertStreams(queries: Queries, batches: readonly NewBatch[]): Promise<void> {
  await sql`
    insert into event_streams (server_id, rental_id, kind, token, head)
    select distinct servers.id, rentals.id, g.kind, g.token, -1
      from unnest(
        ${batches.map(({ source }) => getReporterId(source))}::uuid[],
        ${batches.map(({ kind }) => kind)}::text[],
        ${batches.map(({ token }) => token)}::text[]
      ) as g (reporter, kind, token)
      left join servers on servers.id = g.reporter
      left join rentals on rentals.id = g.reporter and rentals.revoked_at is null
      where servers.id is not null or rentals.id is not null
      order by 1, 2, 3, 4
    on conflict do nothing`.execute(queries)
}
