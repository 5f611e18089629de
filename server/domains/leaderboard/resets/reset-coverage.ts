import type { ResetRow } from './resets.store.ts'
import type { SeasonRow } from '../seasons/seasons.store.ts'
import { formatCommunityDay } from '../counting/batch-sums.ts'

type ResetScope = Pick<ResetRow, 'mode' | 'span' | 'season_id' | 'created_at'>

/** A stretch of time: from its first moment to before its last. */
interface TimeRange {
  from: number
  to: number
}

/**
 * I3 fairness: whether a reset took all that was counted in a mode on one of the community's days: the whole day lies
 * before it and in its time.
 */
export function doesResetCoverDay(
  reset: ResetScope,
  seasons: readonly SeasonRow[],
  mode: string,
  day: string,
): boolean {
  if (reset.mode !== null && reset.mode !== mode) return false
  if (day >= formatCommunityDay(reset.created_at)) return false
  return isInSpan(reset, seasons, dayRange(day))
}

function isInSpan({ span, season_id }: ResetScope, seasons: readonly SeasonRow[], day: TimeRange): boolean {
  if (span === null) return true
  if (span === 'between') return seasons.every((season) => !doRangesOverlap(day, seasonRange(season)))
  const season = seasons.find(({ id }) => id === season_id)
  if (!season) return false
  const { from, to } = seasonRange(season)
  return from <= day.from && day.to <= to
}

/** The community's zone has had no summer time since 1991: its days begin at 16:00 UTC. */
function dayRange(day: string): TimeRange {
  const from = Date.parse(`${day}T00:00:00+08:00`)
  return { from, to: from + 24 * 3_600_000 }
}

function seasonRange({ starts_at, ends_at }: SeasonRow): TimeRange {
  return { from: starts_at.getTime(), to: ends_at?.getTime() ?? Infinity }
}

function doRangesOverlap(a: TimeRange, b: TimeRange): boolean {
  return a.from < b.to && b.from < a.to
}
