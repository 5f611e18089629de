import type { ServerHistory } from '@clutch/contract/api/servers/servers.ts'
import type { ChartOptions } from '../../../ui/charts/line-chart.tsx'
import { clockTime, communityTimeFormat } from '../../../app/time/community-time.ts'

interface Labels {
  time: string
  average: string
  peak: string
}

/** How the chart looks: colours and font come from the page's tokens as they are now, so from its theme. */
export function createHistoryChartOptions(
  style: CSSStyleDeclaration,
  labels: Labels,
  range: ServerHistory['range'],
  language: string,
): ChartOptions {
  const token = (name: string) => style.getPropertyValue(name).trim()
  const font = `${style.fontSize} ${style.fontFamily}`
  const time = communityTimeFormat(
    language,
    range === '7d' ? { month: 'numeric', day: 'numeric' } : clockTime,
  )
  const moment = (seconds: number) => time.format(seconds * 1000)
  const axis = {
    stroke: token('--text-3'),
    font,
    grid: { stroke: token('--line-soft'), width: 1 },
    ticks: { show: false },
  }
  return {
    legend: { show: false },
    padding: [8, 12, 0, 0],
    cursor: { y: false, points: { size: 6 } },
    scales: { y: { range: (_, __, most) => [0, Math.max(4, Math.ceil(most * 1.1))] } },
    axes: [
      { ...axis, grid: { show: false }, size: 28, values: (_, ticks) => ticks.map(moment), space: 80 },
      { ...axis, size: 36, incrs: [1, 2, 5, 10, 20, 50, 100] },
    ],
    series: [
      { label: labels.time, value: (_, seconds) => (seconds === null ? '-' : moment(seconds)) },
      {
        label: labels.average,
        stroke: token('--ct'),
        width: 2,
        fill: `color-mix(in srgb, ${token('--ct')} 14%, transparent)`,
        points: { show: false },
      },
      { label: labels.peak, stroke: token('--t'), width: 1, dash: [3, 3], points: { show: false } },
    ],
  }
}
