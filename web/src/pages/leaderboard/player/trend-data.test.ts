import type { TrendDay } from '@clutch/contract/api/leaderboard/boards.ts'
import { trendDays } from '@clutch/contract/limits.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { summarizeTrend, createTrendData } from './trend-data.ts'

const day = (name: string, kills: number, deaths: number): TrendDay => {
  return { day: name, kills, deaths, headshots: 0, playtime: 0 }
}
/** The 21st in the community, though still the 20th in Greenwich. */
const now = Date.parse('2026-11-20T17:00:00Z')

test('a day without play has no kills and breaks the line of K/D; without a death K/D are the kills', () => {
  const [at, kills, kda] = createTrendData([day('2026-11-19', 6, 4), day('2026-11-21', 3, 0)], now)
  expect(at).toHaveLength(14)
  expect(at.at(-1)).toBe(Date.parse('2026-11-21T00:00:00+08:00') / 1000)
  expect(kills.slice(-3)).toEqual([6, 0, 3])
  expect(kda.slice(-3)).toEqual([1.5, null, 3])
  expect(kda.slice(0, -3).every((value) => value === null)).toBe(true)
})

test('every day is there once, 90 at most, and no kill gets lost', () => {
  const ago = fc.uniqueArray(fc.nat(trendDays - 1), { maxLength: trendDays })
  fc.assert(
    fc.property(ago, (days) => {
      const today = Date.parse('2026-11-21T00:00:00Z')
      const played = days
        .toSorted((a, b) => b - a)
        .map((back) => day(new Date(today - back * 86_400_000).toISOString().slice(0, 10), 2, 1))
      const [at, kills] = createTrendData(played, now)
      expect(at.length).toBeLessThanOrEqual(trendDays)
      expect(at.every((second, place) => place === 0 || second - (at[place - 1] ?? 0) === 86_400)).toBe(true)
      expect(kills.reduce((sum, one) => sum + one, 0)).toBe(2 * days.length)
    }),
  )
})

test('the words name the best day, and K/D of all days together', () => {
  expect(summarizeTrend([day('2026-11-19', 6, 4), day('2026-11-21', 3, 2)])).toEqual({
    from: '2026-11-19',
    to: '2026-11-21',
    days: 2,
    kills: 9,
    best: '2026-11-19',
    most: 6,
    kda: 1.5,
  })
  expect(summarizeTrend([])).toBeNull()
})
