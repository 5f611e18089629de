import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { joinClassNames } from '../styles/class-names.ts'
import 'uplot/dist/uPlot.min.css'
import styles from './line-chart.module.css'

export type ChartOptions = Omit<uPlot.Options, 'width' | 'height'>
export type ChartData = uPlot.AlignedData

/** Draws a smooth line through its points; values between two points are interpolated. */
export const smoothLine = uPlot.paths.spline?.()

interface LineChartProps {
  data: uPlot.AlignedData
  /** Called once per chart with the style that holds the page's tokens; a new function redraws it. */
  options: (style: CSSStyleDeclaration) => ChartOptions
  /** The zone the time axis is cut by, such as `Asia/Shanghai`. */
  timeZone: string
  /** 190 high instead of 240. */
  low?: boolean
}

/**
 * A chart of numbers over time; new data updates it in place. Hidden from screen readers: provide a text next
 * to it.
 */
export function LineChart({ data, options, timeZone, low = false }: LineChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<uPlot>(null)
  const latest = useRef(data)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const tzDate = (seconds: number) => uPlot.tzDate(new Date(seconds * 1000), timeZone)
    const watch = new ResizeObserver(() => drawn.current?.setSize(measure(element)))
    // Drawing takes as long as the rest of a page: not in the task that shows it.
    const start = setTimeout(() => {
      const sized = { ...options(getComputedStyle(element)), ...measure(element), tzDate }
      drawn.current = new uPlot(sized, latest.current, element)
      watch.observe(element)
    })
    return () => {
      clearTimeout(start)
      watch.disconnect()
      drawn.current?.destroy()
      drawn.current = null
    }
  }, [options, timeZone])
  useEffect(() => {
    latest.current = data
    drawn.current?.setData(data)
  }, [data, options, timeZone])
  return <div ref={box} className={joinClassNames(styles.chart, low && styles.low)} aria-hidden="true" />
}

function measure(element: HTMLElement): { width: number; height: number } {
  return { width: Math.max(1, element.clientWidth), height: Math.max(1, element.clientHeight) }
}
