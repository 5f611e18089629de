import type { AnchorHTMLAttributes, ReactNode } from 'react'
import styles from './tabs.module.css'

/** The parts of a screen that have addresses of their own, under one name. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav ref={scrollToCurrent} aria-label={label} className={styles.tabs}>
      {children}
    </nav>
  )
}

/** Where the tabs are wider than their room, the current one is in it from the start. */
function scrollToCurrent(tabs: HTMLElement | null): void {
  const current = tabs?.querySelector<HTMLElement>('[aria-current]')
  if (tabs === null || current === null || current === undefined) return
  tabs.scrollLeft = current.offsetLeft + current.offsetWidth - tabs.clientWidth
}

/** One of them; `aria-current` marks the one that is shown. */
export function TabLink({ children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...rest} className={styles.tab}>
      {children}
    </a>
  )
}
