import type { ReactNode } from 'react'
import styles from './two-columns.module.css'

/** Two parts side by side and of one height; one below the other where there is no room. */
export function TwoColumns({ children }: { children: ReactNode }) {
  return <div className={styles.halves}>{children}</div>
}
