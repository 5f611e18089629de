import type { AnchorHTMLAttributes, ReactNode } from 'react'
import styles from './tabs.module.css'

/** The parts of a screen that have addresses of their own, under one name. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      {children}
    </nav>
  )
}

/** One of them; `aria-current` marks the one that is shown. */
export function TabLink({ children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...rest} className={styles.tab}>
      {children}
    </a>
  )
}
