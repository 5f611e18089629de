import type { Queries } from '../../../platform/database/index.ts'
import { selectServersWithGaps } from './feed-gaps.store.ts'

const gapWindowMs = 24 * 3_600_000

/** The servers that sent more within a day than arrived: how many bytes of each one's log are missing. */
export function listServersWithGaps(
  queries: Queries,
  now: Date,
): Promise<{ id: string; name: string; missing: number }[]> {
  return selectServersWithGaps(queries, new Date(now.getTime() - gapWindowMs))
}
