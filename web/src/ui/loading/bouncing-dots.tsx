import styles from './bouncing-dots.module.css'

/** More is on its way, at the end of a list. */
export function BouncingDots({ label }: { label: string }) {
  return (
    <output aria-label={label} className={styles.dots}>
      <span className={styles.dot} />
      <span className={styles.dot} />
      <span className={styles.dot} />
    </output>
  )
}
