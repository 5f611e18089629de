import { type Counts, countNames } from '@clutch/contract/rules/leaderboard/statistics.ts'
import { sql } from 'kysely'
import type { BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import type { Queries } from '../../../platform/database/index.ts'

/** What one player did in one mode. */
export interface PlayerSum {
  mode: BoardMode
  steamId: string
  counts: Counts
}

/**
 * Returns sums per mode and player of what the batches received since a time added to the boards. Deleted
 * batches are missing. A batch counted before that time was received earlier, by a clock ahead of the others.
 */
export async function sumCountedBatches(tx: Queries, since: Date): Promise<PlayerSum[]> {
  const sums = sql.raw(
    countNames
      .map((name) => `coalesce(sum((p->'counts'->>'${name}')::bigint), 0)::float8 as "${name}"`)
      .join(', '),
  )
  const { rows } = await sql<Omit<PlayerSum, 'counts'> & Counts>`
    select b.board as mode, p->>'steamId' as "steamId", ${sums}
      from event_batches b cross join jsonb_array_elements(b.counted->'players') as p
      where b.counted is not null and b.board is not null and b.received_at >= ${since}
        and (b.counted_at is null or b.counted_at >= ${since})
      group by 1, 2 order by 1, 2`.execute(tx)
  return rows.map(({ mode, steamId, ...counts }) => ({ mode, steamId, counts }))
}
