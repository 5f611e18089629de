import styles from './ring-clock.module.css'

const radius = 24.5
const circumference = 2 * Math.PI * radius

interface RingClockProps {
  /** How much is left of how much, in any unit. */
  left: number
  of: number
  /** The same in words inside the ring: `5:12`. */
  text: string
  /** The event it counts down to, for screen readers. */
  label: string
}

/** A countdown to look at: a ring of 52 that empties, the time in its middle. It is not read out second by second. */
export function RingClock({ left, of, text, label }: RingClockProps) {
  const shown = circumference * Math.min(1, Math.max(0, left / of))
  return (
    <div role="timer" aria-label={label} className={styles.clock}>
      <svg className={styles.ring} viewBox="0 0 52 52" aria-hidden="true">
        <circle className={styles.track} cx="26" cy="26" r={radius} />
        {shown > 0 && (
          <circle
            className={styles.left}
            cx="26"
            cy="26"
            r={radius}
            strokeDasharray={`${shown} ${circumference}`}
          />
        )}
      </svg>
      <span className={styles.text}>{text}</span>
    </div>
  )
}
