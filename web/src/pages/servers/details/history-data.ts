import type { ServerHistory } from '@clutch/contract/api/servers/servers.ts'

type Points = ServerHistory['points']

/** The chart's columns: seconds, average, peak; null if there was no query, so that the line breaks. */
export type HistoryData = [number[], (number | null)[], (number | null)[]]

/** A history shorter than this is drawn as it is, ms. */
const shortMs = 2 * 3_600_000

/** How wide a point of the drawing is, ms: a day by the minute would be a thicket, ten minutes are a line. */
function chooseStep({ range, points }: ServerHistory): number {
  if (range === '7d') return 3_600_000
  const span = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0)
  return span < shortMs ? 60_000 : 600_000
}

/** Points drawn together: the mean of their players, the highest of their peaks. */
function mergePoints(points: Points, step: number): Points {
  const groups = Map.groupBy(points, ({ at }) => Math.floor(at / step) * step)
  return [...groups].map(([at, together]) => ({
    at,
    players: together.reduce((sum, { players }) => sum + players, 0) / together.length,
    peak: Math.max(...together.map(({ peak }) => peak)),
  }))
}

/** The chart's data. A step without any point becomes a gap instead of a straight line through it. */
export function createHistoryData(history: ServerHistory): HistoryData {
  const step = chooseStep(history)
  const points = mergePoints(history.points, step)
  const series: HistoryData = [[], [], []]
  const put = (at: number, players: number | null, peak: number | null) => {
    series[0].push(at / 1000)
    series[1].push(players)
    series[2].push(peak)
  }
  points.forEach((point, place) => {
    const before = points[place - 1]
    if (before !== undefined && point.at - before.at > step) {
      put(before.at + step, null, null)
    }
    put(point.at, point.players, point.peak)
  })
  return series
}

/** What the chart says, for those who do not see it. */
export interface HistorySummary {
  from: number
  to: number
  peak: number
  peakAt: number
  mean: number
  last: number
}

/** The summary of a history, or null of an empty one. The mean is rounded to one decimal. */
export function summarizeHistory(points: Points): HistorySummary | null {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined) return null
  const highest = points.reduce((most, point) => (point.peak > most.peak ? point : most), first)
  const mean = points.reduce((sum, point) => sum + point.players, 0) / points.length
  return {
    from: first.at,
    to: last.at,
    peak: highest.peak,
    peakAt: highest.at,
    mean: Math.round(mean * 10) / 10,
    last: last.players,
  }
}

/** About `rows` points, evenly taken, the last one among them: the chart as a table. */
export function samplePoints(points: Points, rows: number): Points {
  const step = Math.max(1, Math.ceil(points.length / rows))
  return points.filter((_, place) => (points.length - 1 - place) % step === 0)
}
