import type { ReactNode } from 'react'
import styles from './progress.module.css'

interface ProgressProps {
  /** The operation. */
  label: string
  /** How far it is, in words. */
  text: string
  value: number
  max: number
  /** A small button, such as "cancel". */
  action?: ReactNode
}

/** How far something is that takes a while: its name, a bar, a number, and the way to end it. */
export function Progress({ label, text, value, max, action }: ProgressProps) {
  return (
    <div className={styles.progress}>
      <span>{label}</span>
      <progress aria-label={label} className={styles.bar} value={value} max={Math.max(1, max)} />
      <span className={styles.text}>{text}</span>
      {action}
    </div>
  )
}
