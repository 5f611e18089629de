import { expect, test } from 'vitest'
import { createPlayersChartData, findPoint, summarizePoints } from './players-chart-data.ts'

const hour = 3_600_000
const to = 100 * hour
const from = 76 * hour
const at = (hours: number, players: number) => ({ at: hours * hour, players })
const players = { now: 0, change: null, from, to }

test('J both lines share their times; where there was no count the line has a gap, where only the other has a point it continues', () => {
  const points = [at(80, 4), at(80.5, 6)]
  const before = [at(80, 1), at(81, 2), at(83, 3)]
  const [x, now, then] = createPlayersChartData({ ...players, points, before }, '24h')
  const gap = 80 + 1 / 6
  expect([...x].map((seconds) => seconds / 3_600)).toEqual([76, 80, gap, 80.5, 81, 82, 83, 100])
  expect(now).toEqual([undefined, 4, null, 6, undefined, undefined, undefined, undefined])
  expect(then).toEqual([undefined, 1, undefined, undefined, 2, null, 3, undefined])
})

test('J a portal that has counted for some minutes only shows those, at least half an hour', () => {
  const begin = (points: ReturnType<typeof at>[]) =>
    (createPlayersChartData({ ...players, points, before: [] }, '24h')[0][0] ?? 0) / 3_600
  expect(begin([at(98, 4)])).toBe(98)
  expect(begin([at(99.9, 4)])).toBe(99.5)
  expect(begin([])).toBe(76)
})

test('J what the drawing says is said in words, and a moment finds the point before it', () => {
  const points = [at(80, 4), at(81, 9), at(82, 8)]
  expect(summarizePoints(points)).toEqual({ mean: 7, most: 9, mostAt: 81 * hour })
  expect(summarizePoints([])).toBeNull()
  expect(findPoint(points, 81.5 * 3_600)).toEqual(at(81, 9))
  expect(findPoint(points, 79 * 3_600)).toBeUndefined()
  expect(findPoint(points, 89 * 3_600)).toBeUndefined()
})
