import type { ReactNode } from 'react'
import styles from './person-list.module.css'

/** People, one below the other, in a narrow place. */
export function PersonList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className={styles.list}>
      {children}
    </ul>
  )
}

interface PersonRowProps {
  name: string
  facts: string
  link: ReactNode
  actions: ReactNode
}

/** One of them: name, facts under it, what can be done at the right, or below where it is narrow. */
export function PersonRow({ name, facts, link, actions }: PersonRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <span className={styles.name}>{name}</span>
        <span className={styles.facts}>
          {facts}
          {link}
        </span>
      </div>
      {actions}
    </li>
  )
}
