import { buildSlotMeter, type Segment } from '@clutch/contract/rules/servers/list/slot-meter.ts'
import { joinClassNames } from '../styles/class-names.ts'
import styles from './slot-meter.module.css'

interface SlotMeterProps {
  current: number
  max: number
  /** The last slots, reserved for VIPs: outlined. */
  reserved: number
  /** The same in words, for screen readers. */
  label: string
}

/** The drawing's own field; it is stretched to the width there is. */
const width = 190
const height = 5
const gap = 2

/** The signature of the portal: one segment a slot. Three paths instead of twenty boxes: a list draws many meters. */
export function SlotMeter({ current, max, reserved, label }: SlotMeterProps) {
  const { segments, level } = buildSlotMeter(current, max, reserved)
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing cannot be an img element
      role="img"
      aria-label={label}
      className={joinClassNames(styles.meter, styles[level])}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
    >
      <path className={styles.free} d={barPath(segments, 'free')} />
      <path className={styles.taken} d={barPath(segments, 'taken')} />
      <path className={styles.reserved} d={framePath(segments)} />
    </svg>
  )
}

/** Where each segment of a kind begins and ends. */
function findSpans(segments: readonly Segment[], kind: Segment): { from: number; to: number }[] {
  const step = (width + gap) / Math.max(1, segments.length)
  return segments.flatMap((segment, at) =>
    segment === kind ? [{ from: at * step, to: (at + 1) * step - gap }] : [],
  )
}

/** Thick lines; their round ends add half the height on both sides. */
function barPath(segments: readonly Segment[], kind: Segment): string {
  const end = height / 2
  return findSpans(segments, kind)
    .map(({ from, to }) => `M${(from + end).toFixed(1)} ${end}H${(to - end).toFixed(1)}`)
    .join('')
}

/** Outlines, inside their segment by half a stroke. */
function framePath(segments: readonly Segment[]): string {
  return findSpans(segments, 'reserved')
    .map(({ from, to }) => {
      const [left, right] = [(from + 2).toFixed(1), (to - 2).toFixed(1)]
      const side = height - 1
      return `M${left} .5H${right}q1.5 0 1.5 1.5v${side - 3}q0 1.5-1.5 1.5H${left}q-1.5 0-1.5-1.5v-${side - 3}q0-1.5 1.5-1.5z`
    })
    .join('')
}
