import type { ReactNode } from 'react'
import styles from './narrow.module.css'

/** One form on a page of its own: 420 wide, in the middle. */
export function Narrow({ children }: { children: ReactNode }) {
  return <div className={styles.narrow}>{children}</div>
}
