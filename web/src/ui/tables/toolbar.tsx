import type { ReactNode } from 'react'
import styles from './toolbar.module.css'

interface ToolbarProps {
  /** The search, at the left. */
  search?: ReactNode
  /** After it, such as filters. */
  children?: ReactNode
  /** At the right. */
  actions?: ReactNode
}

/** The bar above a list: search, filters, and actions. */
export function Toolbar({ search, children, actions }: ToolbarProps) {
  return (
    <div className={styles.bar}>
      {search !== undefined && <div className={styles.search}>{search}</div>}
      {children}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

/** Above a list: what is chosen in it, and what is done with that. */
export function SelectionBar({
  label,
  text,
  children,
}: {
  label: string
  text: string
  children: ReactNode
}) {
  return (
    <section aria-label={label} className={styles.selection}>
      <output>{text}</output>
      <div className={styles.actions}>{children}</div>
    </section>
  )
}

/** Under a list: how many there are, and the way through its pages. */
export function ListFooter({ count, children }: { count: string; children?: ReactNode }) {
  return (
    <div className={styles.foot}>
      <span>{count}</span>
      {children}
    </div>
  )
}
