import { expect, test } from 'vitest'
import { createHistoryData, summarizeHistory, samplePoints } from './history-data.ts'

const minute = 60_000
const point = (at: number, players: number, peak = players) => ({ at: at * minute, players, peak })

test('D16 a day is drawn by ten minutes: the mean of the players, the highest peak; a pause becomes a gap', () => {
  const points = [point(0, 3), point(1, 4, 6), point(12, 2), point(145, 5)]
  expect(createHistoryData({ range: '24h', points })).toEqual([
    [0, 600, 1200, 8400],
    [3.5, 2, null, 5],
    [6, 2, null, 5],
  ])
})

test('D16 the first minutes of a portal are drawn as they are', () => {
  expect(createHistoryData({ range: '24h', points: [point(0, 3), point(1, 4), point(2, 4)] })[0]).toEqual([
    0, 60, 120,
  ])
})

test('D16 a week is drawn by the hour', () => {
  const points = [point(0, 3), point(60, 4), point(240, 1)]
  expect(createHistoryData({ range: '7d', points })[0]).toEqual([0, 3600, 7200, 14_400])
})

test('the summary names the peak, when it was, the mean and the end', () => {
  expect(summarizeHistory([point(0, 3), point(1, 4, 6), point(2, 4, 6)])).toEqual({
    from: 0,
    to: 2 * minute,
    peak: 6,
    peakAt: minute,
    mean: 3.7,
    last: 4,
  })
  expect(summarizeHistory([])).toBeNull()
})

test('a long history is thinned to a readable table that keeps the end', () => {
  const points = Array.from({ length: 1440 }, (_, at) => point(at, at))
  const rows = samplePoints(points, 24)
  expect(rows).toHaveLength(24)
  expect(rows.at(-1)).toBe(points.at(-1))
  expect(samplePoints(points.slice(0, 5), 24)).toHaveLength(5)
})
