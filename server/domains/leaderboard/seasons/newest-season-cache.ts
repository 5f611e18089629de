import { allTime } from '@clutch/contract/limits.ts'
import { defaultLanguage } from '@clutch/contract/api/shared/fields.ts'
import { chooseSeason, type SeasonChoice } from '@clutch/contract/rules/leaderboard/season-choice.ts'
import type { AppContext } from '../../../platform/context.ts'
import { listSeasons } from './seasons.service.ts'

const cacheMs = 10_000

/** Returns a function that reads the season a board shows first (I6), at most once in 10 s; all-time if it cannot be read. */
export function createNewestSeasonCache(context: AppContext): () => Promise<SeasonChoice> {
  let readAtMs = -Infinity
  let reading: Promise<SeasonChoice> | undefined
  return () => {
    const nowMs = context.clock.monotonicMs()
    if (reading === undefined || nowMs - readAtMs > cacheMs) {
      readAtMs = nowMs
      reading = listSeasons(context, defaultLanguage).then(
        (seasons) => chooseSeason(undefined, seasons),
        () => allTime,
      )
    }
    return reading
  }
}
