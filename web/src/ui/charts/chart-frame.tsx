import type { ReactNode } from 'react'
import styles from './chart-frame.module.css'

/** The tooltip at the pointer: its distance from the left of the chart and the chart's width, px. */
export interface ChartTip {
  left: number
  width: number
  title: string
  lines: readonly string[]
}

/** A chart with its tooltip. */
export function ChartFrame({ tip, children }: { tip: ChartTip | null; children: ReactNode }) {
  return (
    <div className={styles.frame}>
      {children}
      {tip && (
        <div
          aria-hidden="true"
          className={styles.tip}
          style={tip.left > tip.width / 2 ? { right: tip.width - tip.left + 12 } : { left: tip.left + 12 }}
        >
          <strong>{tip.title}</strong>
          {tip.lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </div>
      )}
    </div>
  )
}

/** What the lines of a drawing are: the drawn one, and the dashed one before it. */
export function LinesLegend({ line, dashed }: { line: string; dashed: string }) {
  return (
    <span className={styles.legend}>
      <span className={styles.key}>
        <span className={styles.line} />
        {line}
      </span>
      <span className={styles.key}>
        <span className={styles.dashed} />
        {dashed}
      </span>
    </span>
  )
}
