import type { OverviewRange } from '@clutch/contract/api/console/console.ts'
import { clockTime, communityTimeFormat } from '../../../app/time/community-time.ts'
import { smoothLine, type ChartOptions } from '../../../ui/charts/line-chart.tsx'

/** Where the pointer is: the moment (seconds), and px from the left of the whole drawing, which is so wide. */
export interface PointerPosition {
  seconds: number
  left: number
  width: number
}

/** How the drawing looks: colours and font come from the page's tokens as they are now, so from its theme. */
export function createPlayersChartOptions(
  style: CSSStyleDeclaration,
  range: OverviewRange,
  language: string,
  onPoint: (pointed: PointerPosition | null) => void,
): ChartOptions {
  const token = (name: string) => style.getPropertyValue(name).trim()
  const accent = token('--accent-text')
  return {
    legend: { show: false },
    padding: [8, 20, 0, 0],
    cursor: {
      y: false,
      points: {
        size: 9,
        width: 2,
        stroke: token('--ink-1'),
        fill: (_, series) => (series === 1 ? accent : token('--line-strong')),
      },
    },
    scales: { y: { range: (_, __, most) => [0, Math.max(4, Math.ceil((most ?? 0) * 1.1))] } },
    axes: createAxes(style, token, range, language),
    hooks: { setCursor: [(chart) => onPoint(readPointer(chart))] },
    series: [
      {},
      { ...line, stroke: accent, width: 2, fill: ({ ctx, bbox }) => createGradient(ctx, bbox, accent) },
      { ...line, stroke: token('--line-strong'), width: 1.5, dash: [3, 4] },
    ],
  }
}

/** A few points are too few for a line. */
const line: Partial<NonNullable<ChartOptions['series']>[number]> = {
  ...(smoothLine && { paths: smoothLine }),
  points: { show: ({ data }) => (data[1] ?? []).filter((value) => typeof value === 'number').length < 3 },
}

function createAxes(
  style: CSSStyleDeclaration,
  token: (name: string) => string,
  range: OverviewRange,
  language: string,
): NonNullable<ChartOptions['axes']> {
  const axis = {
    stroke: token('--text-3'),
    font: `${style.fontSize} ${style.fontFamily}`,
    ticks: { show: false },
  }
  const time = communityTimeFormat(
    language,
    range === '24h' ? clockTime : { month: 'numeric', day: 'numeric' },
  )
  return [
    {
      ...axis,
      grid: { show: false },
      size: 34,
      gap: 10,
      space: 80,
      values: (_, ticks) => ticks.map((seconds) => time.format(seconds * 1_000)),
    },
    {
      ...axis,
      grid: { stroke: token('--line-soft'), width: 1 },
      size: 40,
      space: 34,
      incrs: [1, 2, 5, 10, 20, 25, 50, 100, 125, 200, 250, 500, 1_000],
    },
  ]
}

type SetCursor = NonNullable<NonNullable<ChartOptions['hooks']>['setCursor']>[number]

function readPointer(chart: Parameters<NonNullable<SetCursor>>[0]): PointerPosition | null {
  const { idx, left = -1 } = chart.cursor
  const seconds = typeof idx === 'number' && left >= 0 ? chart.data[0][idx] : undefined
  return seconds === undefined ? null : { seconds, left: left + chart.over.offsetLeft, width: chart.width }
}

/** Of the colour at the top, of nothing at the bottom. */
function createGradient(
  ctx: CanvasRenderingContext2D,
  { top, height }: { top: number; height: number },
  colour: string,
): CanvasGradient {
  const gradient = ctx.createLinearGradient(0, top, 0, top + height)
  gradient.addColorStop(0, `color-mix(in srgb, ${colour} 28%, transparent)`)
  gradient.addColorStop(1, `color-mix(in srgb, ${colour} 0%, transparent)`)
  return gradient
}
