import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import { type Partition, partitionTable } from '../../../platform/database/partitions/partitions.store.ts'

const maxDeleted = 1_000
/** Pages of a detached partition that one statement reads: 160 MB. */
const pagesPerStatement = 20_000

/** Deletes a slice of what removed servers sent; returns how many batches. */
export async function deleteOrphanBatches(tx: Queries): Promise<number> {
  const answer = await sql<{ deleted: number }>`
    with orphans as (
      select b.id, b.at from event_streams s join event_batches b on b.stream_id = s.id
        where s.reporter is null limit ${maxDeleted}
    ), gone as (
      delete from event_batches b using orphans where b.id = orphans.id and b.at = orphans.at returning b.id
    )
    select count(*)::integer as deleted from gone`.execute(tx)
  return answer.rows[0]?.deleted ?? 0
}

/** Deletes the streams of removed servers and those not counted since a time, where no batch is left. */
export async function deleteEmptyStreams(tx: Queries, before: Date): Promise<void> {
  await sql`
    delete from event_streams s
      where (s.reporter is null or s.counted_at < ${before})
        and not exists (select from event_batches b where b.stream_id = s.id)`.execute(tx)
}

/**
 * Deletes a slice of a partition's counted batches that came before a time; returns how many. The streams are locked first, as the worker
 * that counts locks them, so that neither waits for the other in a circle.
 */
export async function deleteExpiredBatches(tx: Queries, partition: string, before: Date): Promise<number> {
  const answer = await sql<{ deleted: number }>`
    with old as materialized (
      select id, stream_id from ${partitionTable(partition)}
        where received_at < ${before} and counted_at is not null order by received_at limit ${maxDeleted}
    ), held as materialized (
      select id from event_streams where id in (select stream_id from old) for no key update skip locked
    ), gone as (
      delete from ${partitionTable(partition)} b using old join held on held.id = old.stream_id where b.id = old.id
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

/** Whether a partition has nothing but counted batches that came before a time; each question is answered by an index. */
export async function isExpired(queries: Queries, { name }: Partition, before: Date): Promise<boolean> {
  const { rows } = await sql<{ expired: boolean }>`
    select not exists (select from ${partitionTable(name)} where counted_at is null)
      and not exists (select from ${partitionTable(name)} where received_at >= ${before}) as expired`.execute(
    queries,
  )
  return rows[0]?.expired ?? false
}

const detachedPrefix = 'detached_'

/** Takes a partition out of the table. It stays as a table of its own until its sums are subtracted from the streams. */
export async function detachPartition(tx: Queries, { name }: Partition): Promise<void> {
  await sql`alter table event_batches detach partition ${partitionTable(name)}`.execute(tx)
  await sql`alter table ${partitionTable(name)} rename to ${sql.id(`${detachedPrefix}${name}`)}`.execute(tx)
}

export async function selectDetached(queries: Queries): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
      where relnamespace = 'partitions'::regnamespace and relkind = 'r'
        and starts_with(relname, ${`${detachedPrefix}event_batches`}) order by 1`.execute(queries)
  return rows.map(({ name }) => name)
}

/** What the batches of a stream add to its sums. */
export interface StreamSums {
  streamId: string
  batches: number
  bytes: number
  gaps: number
  missing: number
}

/** The sums of a detached partition by stream, read in steps so that no statement takes long. */
export async function sumDetached(queries: Queries, name: string): Promise<StreamSums[]> {
  const { rows: sizes } = await sql<{ pages: number }>`
    select (pg_relation_size(${`partitions.${name}`}::regclass) / current_setting('block_size')::integer)::float8
      as pages`.execute(queries)
  const sums = new Map<string, StreamSums>()
  for (let page = 0; page < (sizes[0]?.pages ?? 0); page += pagesPerStatement) {
    const { rows } = await sql<StreamSums>`
      select stream_id as "streamId", count(*)::float8 as batches, sum(octet_length(body))::float8 as bytes,
        (count(*) filter (where missing > 0))::float8 as gaps, sum(missing)::float8 as missing
        from ${partitionTable(name)}
        where ctid >= ${`(${page},0)`}::tid and ctid < ${`(${page + pagesPerStatement},0)`}::tid
        group by stream_id`.execute(queries)
    for (const row of rows) sums.set(row.streamId, addSums(row, sums.get(row.streamId)))
  }
  return [...sums.values()]
}

function addSums(one: StreamSums, other: StreamSums | undefined): StreamSums {
  if (!other) return one
  const { streamId } = one
  return {
    streamId,
    batches: one.batches + other.batches,
    bytes: one.bytes + other.bytes,
    gaps: one.gaps + other.gaps,
    missing: one.missing + other.missing,
  }
}

/**
 * Subtracts the sums of a detached partition from its streams and drops it. An operator may have acknowledged its gaps since it was
 * detached: they are subtracted already. Throws where another process has dropped it.
 */
export async function dropDetached(tx: Queries, name: string, sums: readonly StreamSums[]): Promise<void> {
  const streams = sums.map(({ streamId }) => streamId)
  await sql`
    select from event_streams where id = any(${streams}::bigint[]) order by id for no key update`.execute(tx)
  await sql`
    update event_streams s set batches = s.batches - d.batches, bytes = s.bytes - d.bytes,
      gaps = greatest(0, s.gaps - d.gaps), missing = greatest(0, s.missing - d.missing)
      from unnest(
        ${streams}::bigint[], ${sums.map(({ batches }) => batches)}::bigint[],
        ${sums.map(({ bytes }) => bytes)}::bigint[], ${sums.map(({ gaps }) => gaps)}::bigint[],
        ${sums.map(({ missing }) => missing)}::bigint[]
      ) as d (id, batches, bytes, gaps, missing) where s.id = d.id`.execute(tx)
  // Last: it locks the streams, which its foreign key refers to.
  await sql`drop table ${partitionTable(name)}`.execute(tx)
}
