import type { TrendDay } from '@clutch/contract/api/leaderboard/boards.ts'
import { trendDays } from '@clutch/contract/limits.ts'
import { computeStat } from '@clutch/contract/rules/leaderboard/board-stats.ts'
import { zeroBoardCounters } from '@clutch/contract/rules/leaderboard/statistics.ts'
import { startOfDay } from '../../../app/time/community-dates.ts'

/** Columns as the chart wants them: seconds, kills of the day, K/D; no K/D on a day without play, so its line breaks. */
export type TrendData = [number[], number[], (number | null)[]]

const dayMs = 24 * 3_600_000
/** A short history is drawn over this many days, so that one day is not as wide as the chart. */
const minDays = 14

/** The chart's data: every day from the first played one, or the last two weeks, to today. */
export function createTrendData(days: readonly TrendDay[], now: number): TrendData {
  const today = Math.floor((now - startOfDay('1970-01-01')) / dayMs) * dayMs + startOfDay('1970-01-01')
  const first = Math.min(today - (minDays - 1) * dayMs, ...days.map(({ day }) => startOfDay(day)))
  const played = new Map(days.map((one) => [startOfDay(one.day), one]))
  const from = Math.max(first, today - (trendDays - 1) * dayMs)
  const starts = Array.from({ length: (today - from) / dayMs + 1 }, (_, at) => from + at * dayMs)
  return [
    starts.map((start) => start / 1000),
    starts.map((start) => played.get(start)?.kills ?? 0),
    starts.map((start) => killDeathRatio(played.get(start))),
  ]
}

/** I5: K/D of a day by the rule of the boards. */
export function killDeathRatio(day: Pick<TrendDay, 'kills' | 'deaths'> | undefined): number | null {
  return day === undefined
    ? null
    : computeStat('kda', { ...zeroBoardCounters(), kills: day.kills, deaths: day.deaths }, 'dm')
}

/** What the chart says, for those who do not see it; null without any day. */
export interface TrendSummary {
  from: string
  to: string
  days: number
  kills: number
  best: string
  most: number
  kda: number
}

export function summarizeTrend(days: readonly TrendDay[]): TrendSummary | null {
  const first = days[0]
  const last = days.at(-1)
  if (first === undefined || last === undefined) return null
  const best = days.reduce((most, day) => (day.kills > most.kills ? day : most), first)
  const sum = (name: 'kills' | 'deaths') => days.reduce((total, day) => total + day[name], 0)
  return {
    from: first.day,
    to: last.day,
    days: days.length,
    kills: sum('kills'),
    best: best.day,
    most: best.kills,
    kda: killDeathRatio({ kills: sum('kills'), deaths: sum('deaths') }) ?? 0,
  }
}
