import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { CountedResult, StoredBatch, StreamFields, StreamRow } from './count-stream.ts'
import type { Reporter } from '../reporters/reporter.ts'
import { type Counts, zeroCounters } from '@clutch/contract/rules/leaderboard/statistics.ts'
import type { BatchCounts } from './count-difference.ts'

/** How much one run takes. */
export interface RunLimits {
  streams: number
  batches: number
  bytes: number
}

/**
 * Locks streams with batches to count until the end of the transaction: those counted longest ago, except the
 * given ones and those that another worker holds. The lock does not block storing batches, and blocks changes
 * to or removal of the server for this run at most.
 */
export async function claimStreams(
  tx: Queries,
  amount: RunLimits,
  except: readonly string[],
): Promise<StreamRow[]> {
  const answer = await sql<Reporter & Omit<StreamFields, 'head'> & { head: string }>`
    with recursive waiting (id) as (
      select min(stream_id) from event_batches where counted_at is null
      union all
      select (select min(stream_id) from event_batches where counted_at is null and stream_id > waiting.id)
        from waiting where waiting.id is not null
    )
    select s.id, s.server_id as "serverId", s.rental_id as "rentalId", s.kind, s.token, s.head, s.state
      from event_streams s join waiting using (id)
      where s.reporter is not null and s.id <> all(${except}::bigint[])
      order by s.counted_at nulls first, s.id
      limit ${amount.streams}
      for no key update of s skip locked`.execute(tx)
  return answer.rows.map((row) => ({ ...row, head: Number(row.head) }))
}

/**
 * The first batches to count of these streams, by turns until the amount is reached: of a log in the order of their places,
 * else as they came.
 */
export async function selectWaitingBatches(
  tx: Queries,
  streams: readonly StreamRow[],
  { batches, bytes }: RunLimits,
): Promise<Map<string, StoredBatch[]>> {
  const each = Math.ceil(batches / streams.length)
  const answer = await sql<BatchRow>`
    with first as (
      select b.* from unnest(
        ${streams.map(({ id }) => id)}::bigint[], ${streams.map(({ kind }) => kind)}::text[]
      ) as s (id, kind) cross join lateral (
        (select id, at, row_number() over (order by at, begins, ends, key) as turn, octet_length(body) as size
          from event_batches where stream_id = s.id and s.kind = 'log' and counted_at is null
          order by at, begins, ends, key limit ${each})
        union all
        (select id, at, row_number() over (order by id), octet_length(body)
          from event_batches where stream_id = s.id and s.kind = 'matchzy' and counted_at is null
          order by id limit ${each})
      ) as b
    ), summed as (
      select id, at, turn, sum(size) over (order by turn, id) - size as before from first
    )
    select ${batchColumns} from event_batches b join summed using (id, at)
      where summed.before < ${bytes} order by b.stream_id, summed.turn`.execute(tx)
  return Map.groupBy(answer.rows.map(toStoredBatch), ({ streamId }) => streamId)
}

/** Returns the state before a position, from the counted batch right before it; null where there is none. */
export async function selectStateBefore(tx: Queries, { streamId, at, begins, ends, key }: StoredBatch) {
  const answer = await sql<{ after: StoredBatch['after'] }>`
    select after from event_batches
      where stream_id = ${streamId} and counted_at is not null and at <= ${at}::bigint
        and (at, begins, ends, key) < (${at}::bigint, ${begins}::bigint, ${ends}::bigint, ${key})
      order by at desc, begins desc, ends desc, key desc limit 1`.execute(tx)
  return answer.rows[0]?.after ?? null
}

/** The first counted batch after a place. */
export async function selectCountedAfter(
  tx: Queries,
  { streamId, at, begins, ends, key }: StoredBatch,
): Promise<StoredBatch | null> {
  const answer = await sql<BatchRow>`
    select ${batchColumns} from event_batches b
      where stream_id = ${streamId} and counted_at is not null and at >= ${at}::bigint
        and (at, begins, ends, key) > (${at}::bigint, ${begins}::bigint, ${ends}::bigint, ${key})
      order by at, begins, ends, key limit 1`.execute(tx)
  const [row] = answer.rows
  return row ? toStoredBatch(row) : null
}

/** Marks batches as counted, with what they added and the state after them. */
export async function markCounted(tx: Queries, done: readonly CountedResult[], now: Date): Promise<void> {
  // One text for all of them: each as an element of an array would be quoted mark by mark.
  const rows = done.map(({ batch, counted, after, missing }) => ({
    id: batch.id,
    at: batch.at,
    counted: counted && toStoredCounts(counted),
    after,
    missing,
  }))
  await sql`
    update event_batches b
      set counted_at = ${now}, counted = d.counted, after = d.after, missing = d.missing
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as d (id bigint, at bigint, counted jsonb, after jsonb, missing bigint)
      where b.id = d.id and b.at = d.at`.execute(tx)
}

/** Returns counted batches to the queue: their counts stay in force until they are recounted. */
export async function requeueBatches(
  tx: Queries,
  batches: readonly Pick<StoredBatch, 'id' | 'at'>[],
): Promise<void> {
  await sql`
    update event_batches b set counted_at = null
      from unnest(${batches.map(({ id }) => id)}::bigint[], ${batches.map(({ at }) => at)}::bigint[]) as d (id, at)
      where b.id = d.id and b.at = d.at`.execute(tx)
}

/** How far a stream is counted now, and by how much its sums grew. */
export interface StreamStep {
  id: string
  /** Absent where the head stays as it is. */
  head?: { at: number; state: StreamRow['state']; heardAt: Date }
  batches: number
  bytes: number
  gaps: number
  missing: number
}

export async function updateStreams(tx: Queries, steps: readonly StreamStep[], now: Date): Promise<void> {
  await sql`
    update event_streams s
      set counted_at = ${now}, head = coalesce(d.head, s.head), state = coalesce(d.state::jsonb, s.state),
        heard_at = coalesce(d.heard_at, s.heard_at), batches = s.batches + d.batches, bytes = s.bytes + d.bytes,
        gaps = s.gaps + d.gaps, missing = s.missing + d.missing
      from unnest(
        ${steps.map(({ id }) => id)}::bigint[],
        ${steps.map(({ head }) => head?.at ?? null)}::bigint[],
        ${steps.map(({ head }) => (head?.state ? JSON.stringify(head.state) : null))}::text[],
        ${steps.map(({ head }) => head?.heardAt ?? null)}::timestamptz[],
        ${steps.map(({ batches }) => batches)}::bigint[],
        ${steps.map(({ bytes }) => bytes)}::bigint[],
        ${steps.map(({ gaps }) => gaps)}::bigint[],
        ${steps.map(({ missing }) => missing)}::bigint[]
      ) as d (id, head, state, heard_at, batches, bytes, gaps, missing)
      where s.id = d.id`.execute(tx)
}

interface BatchRow {
  id: string
  streamId: string
  at: string
  begins: string
  ends: string
  key: string
  body: Buffer
  receivedAt: Date
  board: string | null
  freeForAll: boolean
  minHumans: number
  counted: StoredCounts | null
  after: StoredBatch['after']
  missing: string
  acknowledged: string
}

const batchColumns = sql.raw(`b.id, b.stream_id as "streamId", b.at, b.begins, b.ends, b.key, b.body,
  b.received_at as "receivedAt", b.board, b.free_for_all as "freeForAll", b.min_humans as "minHumans",
  b.counted, b.after, b.missing, b.acknowledged`)

function toStoredBatch({ at, begins, ends, missing, acknowledged, counted, ...row }: BatchRow): StoredBatch {
  const position = { at: Number(at), begins: Number(begins), ends: Number(ends) }
  const gap = { missing: Number(missing), acknowledged: Number(acknowledged) }
  return { ...row, ...position, ...gap, counted: counted && fromStoredCounts(counted) }
}

/** The counts that a batch added, as stored with it: without zeros, which would be most of them. */
interface StoredCounts {
  players: { steamId: string; name: string; counts: Partial<Counts> }[]
  anomalies: BatchCounts['anomalies']
}

function toStoredCounts({ players, anomalies }: BatchCounts): StoredCounts {
  return {
    players: players.map((player) => ({
      ...player,
      counts: Object.fromEntries(Object.entries(player.counts).filter(([, count]) => count !== 0)),
    })),
    anomalies,
  }
}

function fromStoredCounts({ players, anomalies }: StoredCounts): BatchCounts {
  return {
    players: players.map((player) => ({ ...player, counts: { ...zeroCounters(), ...player.counts } })),
    anomalies,
  }
}
