import type { Overview, OverviewRange } from '@clutch/contract/api/console/console.ts'
import type { ChartData } from '../../../ui/charts/line-chart.tsx'

type Players = Overview['players']
type Points = Players['points']

/** How far apart points of a range may be without a gap, seconds. The day before an upgrade may be known by the hour only. */
const steps: Record<OverviewRange, { now: number; before: number }> = {
  '24h': { now: 600, before: 3_600 },
  '7d': { now: 3_600, before: 3_600 },
  '30d': { now: 6 * 3_600, before: 6 * 3_600 },
}

/**
 * Returns the chart's columns: seconds, players, players of the previous period. Null is a gap without
 * counts; undefined is a time at which only the other line has a point.
 */
export function createPlayersChartData(
  { from, to, points, before }: Players,
  range: OverviewRange,
): ChartData {
  const now = withGaps(points, steps[range].now)
  const then = withGaps(before, steps[range].before)
  const times = new Set([
    findStart({ from, to, points, before }) / 1_000,
    to / 1_000,
    ...now.keys(),
    ...then.keys(),
  ])
  const x = [...times].toSorted((one, other) => one - other)
  return [x, x.map((at) => now.get(at)), x.map((at) => then.get(at))]
}

/** A portal with only recent counts shows those instead of an empty day before them. */
function findStart({ from, to, points, before }: Pick<Players, 'from' | 'to' | 'points' | 'before'>): number {
  const first = points[0]?.at
  return before.length > 0 || first === undefined ? from : Math.min(first, to - (to - from) / 48)
}

/** Maps seconds to players; a gap follows a point that has no next one. */
function withGaps(points: Points, step: number): Map<number, number | null> {
  const line = new Map<number, number | null>()
  points.forEach(({ at, players }, place) => {
    const last = points[place - 1]
    const seconds = at / 1_000
    if (last && seconds - last.at / 1_000 > step) line.set(last.at / 1_000 + step, null)
    line.set(seconds, players)
  })
  return line
}

/** The last point at or before a moment (seconds), where there is one near. */
export function findPoint(points: Points, seconds: number): Points[number] | undefined {
  const point = points.findLast(({ at }) => at / 1_000 <= seconds)
  return point && seconds - point.at / 1_000 <= 6 * 3_600 ? point : undefined
}

/** What the drawing says, for those who do not see it; null for an empty one. */
export function summarizePoints(points: Points): { mean: number; most: number; mostAt: number } | null {
  const [first] = points
  if (!first) return null
  const top = points.reduce((most, point) => (point.players > most.players ? point : most), first)
  const sum = points.reduce((total, { players }) => total + players, 0)
  return { mean: Math.round(sum / points.length), most: Math.round(top.players), mostAt: top.at }
}
