import type { Queries } from '../../platform/database/index.ts'
import { selectGaps } from './glance-store.ts'

const lookedBackMs = 24 * 3_600_000

/** The servers that sent more within a day than arrived: how many bytes of each one's log are missing. */
export function feedsWithGaps(
  queries: Queries,
  now: Date,
): Promise<{ id: string; name: string; missing: number }[]> {
  return selectGaps(queries, new Date(now.getTime() - lookedBackMs))
}
