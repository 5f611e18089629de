import type { SeasonRow } from './seasons-store.ts'

/** The time a count belongs to. */
export type Span = { span: 'season'; seasonId: string } | { span: 'between'; seasonId: null }

/** The season that was open at a time, or the time between seasons. A season holds its start and not its end. */
export function spanAt(seasons: readonly SeasonRow[], time: Date): Span {
  const open = seasons.find(
    ({ starts_at, ends_at }) => starts_at <= time && (ends_at === null || time < ends_at),
  )
  return open ? { span: 'season', seasonId: open.id } : { span: 'between', seasonId: null }
}
