import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

const maxDeleted = 1_000

/**
 * Deletes a slice of the counted batches that came before a time, of everything that removed servers sent, and of the
 * streams of which nothing is left. Answers whether there is more to delete.
 */
export async function deleteOldBatches(queries: Queries, before: Date): Promise<boolean> {
  return queries.transaction().execute(async (tx) => {
    const batches = (await deleteExpiredBatches(tx, before)) + (await deleteOrphanBatches(tx))
    if (batches > 0) return true
    await deleteEmptyStreams(tx, before)
    return false
  })
}

/** The streams are locked first, as who counts locks them, so that neither waits for the other in a circle. */
async function deleteExpiredBatches(tx: Queries, before: Date): Promise<number> {
  const answer = await sql<{ deleted: number }>`
    with old as materialized (
      select id, stream_id from event_batches where received_at < ${before} and counted_at is not null
        order by received_at limit ${maxDeleted}
    ), held as materialized (
      select id from event_streams where id in (select stream_id from old) for no key update skip locked
    ), gone as (
      delete from event_batches b using old join held on held.id = old.stream_id where b.id = old.id
        returning b.stream_id, octet_length(b.body) as bytes, b.missing
    ), sums as (
      select stream_id, count(*) as batches, sum(bytes) as bytes, count(*) filter (where missing > 0) as gaps,
        sum(missing) as missing
        from gone group by stream_id
    ), reduced as (
      update event_streams s set batches = s.batches - sums.batches, bytes = s.bytes - sums.bytes,
        gaps = s.gaps - sums.gaps, missing = s.missing - sums.missing
        from sums where s.id = sums.stream_id
    )
    select count(*)::integer as deleted from gone`.execute(tx)
  return answer.rows[0]?.deleted ?? 0
}

/** What removed servers sent, and of streams without anything the stream itself. */
async function deleteOrphanBatches(tx: Queries): Promise<number> {
  const answer = await sql<{ deleted: number }>`
    with orphans as (
      select b.id from event_streams s join event_batches b on b.stream_id = s.id
        where s.reporter is null limit ${maxDeleted}
    ), gone as (
      delete from event_batches b using orphans where b.id = orphans.id returning b.id
    )
    select count(*)::integer as deleted from gone`.execute(tx)
  return answer.rows[0]?.deleted ?? 0
}

async function deleteEmptyStreams(tx: Queries, before: Date): Promise<void> {
  await sql`
    delete from event_streams s
      where (s.reporter is null or s.counted_at < ${before})
        and not exists (select from event_batches b where b.stream_id = s.id)`.execute(tx)
}
