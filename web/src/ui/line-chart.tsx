import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import styles from './line-chart.module.css'

export type ChartOptions = Omit<uPlot.Options, 'width' | 'height'>

interface LineChartProps {
  data: uPlot.AlignedData
  /** Called once for each drawing with the style that holds the page's tokens; a new function draws anew. */
  options: (style: CSSStyleDeclaration) => ChartOptions
  /** The zone the time axis is cut by, such as `Asia/Shanghai`. */
  timeZone: string
}

/** A drawing of numbers over time. It says nothing to screen readers: words stand beside it. */
export function LineChart({ data, options, timeZone }: LineChartProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const tzDate = (seconds: number) => uPlot.tzDate(new Date(seconds * 1000), timeZone)
    const chart = new uPlot(
      { ...options(getComputedStyle(element)), ...sizeOf(element), tzDate },
      data,
      element,
    )
    const watch = new ResizeObserver(() => chart.setSize(sizeOf(element)))
    watch.observe(element)
    return () => {
      watch.disconnect()
      chart.destroy()
    }
  }, [data, options, timeZone])
  return <div ref={box} className={styles.chart} aria-hidden="true" />
}

function sizeOf(element: HTMLElement): { width: number; height: number } {
  return { width: Math.max(1, element.clientWidth), height: Math.max(1, element.clientHeight) }
}
