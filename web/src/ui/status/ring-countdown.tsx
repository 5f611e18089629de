import styles from './ring-countdown.module.css'

const radius = 7
const circumference = 2 * Math.PI * radius

/** The remaining time as a ring; the seconds are next to it as text. */
export function RingCountdown({ left, of }: { left: number; of: number }) {
  const shown = circumference * Math.min(1, Math.max(0, left / of))
  return (
    <svg className={styles.ring} viewBox="0 0 16 16" aria-hidden="true">
      <circle className={styles.track} cx="8" cy="8" r={radius} />
      <circle
        className={styles.left}
        cx="8"
        cy="8"
        r={radius}
        strokeDasharray={`${shown} ${circumference}`}
      />
    </svg>
  )
}
