import { allTime } from '../../limits.ts'

/** The value of the time selector: all time, or one season by its id (I6). */
export type SeasonChoice = typeof allTime | (string & {})

/**
 * I6: returns what an address shows. `season=all` is all-time; a known id is that season; without an id, or
 * with an unknown one, it is the first listed season (the newest); without any season it is all-time.
 */
export function chooseSeason(asked: string | undefined, listed: readonly { id: string }[]): SeasonChoice {
  if (asked === allTime) return allTime
  const known = listed.find(({ id }) => id === asked) ?? listed[0]
  return known?.id ?? allTime
}

/** I6: what the address must say for a choice; undefined leaves it alone (there is no season to name). */
export function toSeasonParam(choice: SeasonChoice, listed: readonly { id: string }[]): string | undefined {
  return listed.length === 0 ? undefined : choice
}
