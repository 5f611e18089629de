import { type Counts, countNames } from '@clutch/contract/rules/leaderboard/statistics.ts'
import { type RawBuilder, sql } from 'kysely'
import type { BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import type { Queries } from '../../../platform/database/index.ts'

/** What one player did in one mode. */
export interface PlayerSum {
  mode: BoardMode
  steamId: string
  counts: Counts
}

/** Sums of the batches received within a time, and what the batches were when they were read. */
interface SumStep {
  from: Date
  until: Date
  sums: PlayerSum[]
}

/** Sums that were read in steps without a lock, to be completed under it. */
export interface CountedSums {
  since: Date
  /** What was counted from here on may be missing in the steps. */
  readAt: Date
  steps: readonly SumStep[]
}

/** A step reads about this many batches: some hundred milliseconds. */
const batchesPerStep = 2_000
/** Clocks of several servers differ, and a batch counted before a step was read may have been committed after it. */
const overlapMs = 2 * 60_000

/**
 * Reads what the batches received since a time added to the boards, in steps of their own: no statement takes long, and counting goes
 * on meanwhile. `now` is the time before the first step.
 */
export async function readCountedSums(
  queries: Queries,
  { since, now, perStep = batchesPerStep }: { since: Date; now: Date; perStep?: number },
): Promise<CountedSums> {
  const steps: SumStep[] = []
  let from = since
  for (;;) {
    const until = await selectStepEnd(queries, from, perStep)
    if (!until) return { since, readAt: new Date(now.getTime() - overlapMs), steps }
    steps.push({ from, until, sums: await sumCountedBatches(queries, since, { from, until }) })
    from = until
  }
}

/**
 * Returns the sums per mode and player as they are now: steps in which a batch was counted since, and what was received after the last
 * one, are read again. The caller holds the boards. Batches deleted before they were read are missing.
 */
export async function completeCountedSums(
  tx: Queries,
  { since, readAt, steps }: CountedSums,
): Promise<PlayerSum[]> {
  const total = new Map<string, PlayerSum>()
  for (const { from, until, sums } of steps) {
    const isChanged = await hasCountedSince(tx, { from, until }, readAt)
    addSums(total, isChanged ? await sumCountedBatches(tx, since, { from, until }) : sums)
  }
  const from = steps.at(-1)?.until ?? since
  addSums(total, await sumCountedBatches(tx, since, { from, until: null }))
  return [...total.values()]
}

function addSums(total: Map<string, PlayerSum>, sums: readonly PlayerSum[]): void {
  for (const sum of sums) {
    const key = `${sum.mode} ${sum.steamId}`
    const before = total.get(key)
    total.set(key, before ? { ...sum, counts: addCounts(before.counts, sum.counts) } : sum)
  }
}

function addCounts(one: Counts, other: Counts): Counts {
  return Object.fromEntries(countNames.map((name) => [name, one[name] + other[name]])) as unknown as Counts
}

interface Received {
  from: Date
  /** Null for no end. */
  until: Date | null
}

/** The end of a step that begins at a time; null where fewer batches follow than a step has. */
async function selectStepEnd(queries: Queries, from: Date, perStep: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select received_at as at from event_batches where received_at >= ${from}
      order by received_at offset ${perStep} limit 1`.execute(queries)
  const [row] = rows
  // Of batches received in one millisecond all are in one step.
  return row ? new Date(Math.max(row.at.getTime(), from.getTime() + 1)) : null
}

/** A batch counted before the time was received earlier, by a clock ahead of the others. */
async function sumCountedBatches(queries: Queries, since: Date, received: Received): Promise<PlayerSum[]> {
  const sums = sql.raw(
    countNames
      .map((name) => `coalesce(sum((p->'counts'->>'${name}')::bigint), 0)::float8 as "${name}"`)
      .join(', '),
  )
  const { rows } = await sql<Omit<PlayerSum, 'counts'> & Counts>`
    select b.board as mode, p->>'steamId' as "steamId", ${sums}
      from event_batches b cross join jsonb_array_elements(b.counted->'players') as p
      where b.counted is not null and b.board is not null and ${isReceived(received)}
        and (b.counted_at is null or b.counted_at >= ${since})
      group by 1, 2 order by 1, 2`.execute(queries)
  return rows.map(({ mode, steamId, ...counts }) => ({ mode, steamId, counts }))
}

async function hasCountedSince(queries: Queries, received: Received, readAt: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from event_batches b
      where ${isReceived(received)} and (b.counted_at is null or b.counted_at >= ${readAt})) as found`.execute(
    queries,
  )
  return rows[0]?.found === true
}

function isReceived({ from, until }: Received): RawBuilder<boolean> {
  return until === null
    ? sql<boolean>`b.received_at >= ${from}`
    : sql<boolean>`b.received_at >= ${from} and b.received_at < ${until}`
}
