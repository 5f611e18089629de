import { joinClassNames } from '../styles/class-names.ts'
import styles from './spinner.module.css'

interface SpinnerProps {
  /** Said to screen readers; without it the words beside it speak. */
  label?: string | undefined
  /** 16 (default) or 28. */
  size?: 's' | 'l' | undefined
}

/** Something is on its way. */
export function Spinner({ label, size = 's' }: SpinnerProps) {
  const spoken = label === undefined ? { 'aria-hidden': true } : { role: 'status', 'aria-label': label }
  return <span {...spoken} className={joinClassNames(styles.spinner, styles[size])} />
}
