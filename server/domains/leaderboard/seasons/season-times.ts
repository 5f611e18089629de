import type { seasonStates } from '@clutch/contract/api/leaderboard/operator-boards.ts'
import type { SeasonRow } from './seasons.store.ts'

/** The time a count belongs to. */
export type Span = { span: 'season'; seasonId: string } | { span: 'between'; seasonId: null }

/** The season that was open at a time, or the time between seasons. A season holds its start and not its end. */
export function findSpan(seasons: readonly SeasonRow[], time: Date): Span {
  const open = seasons.find(
    ({ starts_at, ends_at }) => starts_at <= time && (ends_at === null || time < ends_at),
  )
  return open ? { span: 'season', seasonId: open.id } : { span: 'between', seasonId: null }
}

type SeasonTimes = Pick<SeasonRow, 'starts_at' | 'ends_at'>

/** Returns the state of a season at a time: schedules start and end by the clock alone. */
export function getSeasonState(
  { starts_at, ends_at }: SeasonTimes,
  time: Date,
): (typeof seasonStates)[number] {
  if (time < starts_at) return 'scheduled'
  return ends_at === null || time < ends_at ? 'open' : 'closed'
}

/** Whether two seasons have a moment in common. */
export function doSeasonsOverlap(one: SeasonTimes, other: SeasonTimes): boolean {
  return (
    (other.ends_at === null || one.starts_at < other.ends_at) &&
    (one.ends_at === null || other.starts_at < one.ends_at)
  )
}
