import type { ServerHistory } from '@clutch/contract/api/servers.ts'
import { communityTimeZone } from '@clutch/contract/limits.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useTheme } from '../../../app/theme.ts'
import { chartOptions } from './chart-options.ts'
import styles from './history-chart.module.css'
import { historySeries } from './history-series.ts'

/** The drawing of a history. It says nothing to screen readers: `HistoryWords` does. */
export function HistoryChart({ history }: { history: ServerHistory }) {
  const { t, i18n } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const theme = useTheme()

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const labels = {
      time: t(($) => $.servers.detail.time),
      average: t(($) => $.servers.detail.average),
      peak: t(($) => $.servers.detail.peak),
    }
    const options = chartOptions(getComputedStyle(element), labels, history.range, i18n.language)
    const tzDate = (seconds: number) => uPlot.tzDate(new Date(seconds * 1000), communityTimeZone)
    const chart = new uPlot({ ...options, ...sizeOf(element), tzDate }, historySeries(history), element)
    const watch = new ResizeObserver(() => chart.setSize(sizeOf(element)))
    watch.observe(element)
    return () => {
      watch.disconnect()
      chart.destroy()
    }
    // The theme is no value of the drawing's data, but its colours are read when it is made.
  }, [history, theme, t, i18n.language])

  return <div ref={box} className={styles.chart} aria-hidden="true" />
}

function sizeOf(element: HTMLElement): { width: number; height: number } {
  return { width: Math.max(1, element.clientWidth), height: Math.max(1, element.clientHeight) }
}
