import uPlot from 'uplot'
import type { ChartOptions } from '../../../ui/charts/line-chart.tsx'

interface Labels {
  day: string
  kills: string
  kda: string
}

/** Room at both ends, so that no bar is cut, s. */
const halfDay = 43_200

/** How the trend looks: kills as bars on the left axis, K/D as a line on the right one. Colours are the page's tokens. */
export function createTrendChartOptions(
  style: CSSStyleDeclaration,
  labels: Labels,
  day: (seconds: number) => string,
): ChartOptions {
  const token = (name: string) => style.getPropertyValue(name).trim()
  const axis = {
    stroke: token('--text-3'),
    font: `${style.fontSize} ${style.fontFamily}`,
    grid: { stroke: token('--line-soft'), width: 1 },
    ticks: { show: false },
  }
  return {
    legend: { show: false },
    padding: [8, 0, 0, 0],
    cursor: { y: false, points: { size: 6 } },
    scales: {
      x: { range: (_, first, last) => [first - halfDay, last + halfDay] },
      y: { range: (_, __, most) => [0, Math.max(4, Math.ceil((most ?? 0) * 1.1))] },
      kda: { range: (_, __, most) => [0, Math.max(2, (most ?? 0) * 1.1)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        space: 80,
        incrs: [1, 2, 7, 14, 28].map((days) => days * 86_400),
        values: (_, ticks) => ticks.map(day),
      },
      { ...axis, size: 44, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] },
      { ...axis, side: 1, scale: 'kda', size: 44, grid: { show: false } },
    ],
    series: [
      { label: labels.day, value: (_, seconds) => (seconds === null ? '-' : day(seconds)) },
      {
        label: labels.kills,
        stroke: token('--ct'),
        width: 0,
        fill: `color-mix(in srgb, ${token('--ct')} 45%, transparent)`,
        points: { show: false },
        ...(uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [0.7, 28], radius: 0.2 }) }),
      },
      { label: labels.kda, scale: 'kda', stroke: token('--t'), width: 2, points: { size: 5 } },
    ],
  }
}
