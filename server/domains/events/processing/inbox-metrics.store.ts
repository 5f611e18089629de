import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

/** More waiting batches than this are not counted: the query stays cheap however long the counting rested. */
export const inboxCountMax = 10_000

/** How many batches wait to be counted, at most `inboxCountMax`, and when the oldest of them arrived. */
export async function selectInbox(queries: Queries): Promise<{ batches: number; oldest: Date | null }> {
  const { rows } = await sql<{ batches: number; oldest: Date | null }>`
    select count(*)::integer as batches, min(received_at) as oldest
      from (select received_at from event_batches where counted_at is null limit ${inboxCountMax}) as waiting`.execute(
    queries,
  )
  return rows[0] ?? { batches: 0, oldest: null }
}
