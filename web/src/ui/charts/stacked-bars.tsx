import { joinClassNames } from '../styles/class-names.ts'
import styles from './stacked-bars.module.css'

interface Bar {
  key: string
  /** Under the bar. */
  label: string
  /** The upper and the lower part; below nothing draws nothing. */
  upper: number
  lower: number
  /** The one that counts, in amber. */
  current: boolean
  /** Shown on hover. */
  tooltip: string
}

/** Bars of two parts each. Hidden from screen readers: provide a text next to them. */
export function StackedBars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ upper, lower }) => barHeight(upper) + barHeight(lower)))
  const height = (part: number) => `${(barHeight(part) / most) * 100}%`
  return (
    <div className={styles.bars} aria-hidden="true">
      {bars.map(({ key, label, upper, lower, current, tooltip }) => (
        <div
          key={key}
          className={joinClassNames(styles.bar, current && styles.current)}
          data-tooltip={tooltip}
          data-tooltip-delay="100"
        >
          <div className={styles.room}>
            {upper > 0 && <span className={styles.upper} style={{ height: height(upper) }} />}
            {lower > 0 && <span className={styles.lower} style={{ height: height(lower) }} />}
            {upper <= 0 && lower <= 0 && <span className={styles.none} />}
          </div>
          <span className={styles.label}>{label}</span>
        </div>
      ))}
    </div>
  )
}

/** What the two parts of the bars are. */
export function BarsLegend({ upper, lower }: { upper: string; lower: string }) {
  return (
    <span className={styles.legend}>
      <span className={styles.key}>
        <span className={joinClassNames(styles.swatch, styles.upper)} />
        {upper}
      </span>
      <span className={styles.key}>
        <span className={joinClassNames(styles.swatch, styles.lower)} />
        {lower}
      </span>
    </span>
  )
}

function barHeight(part: number): number {
  return Math.max(0, part)
}
