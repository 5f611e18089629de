import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icons/icon.tsx'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  icon: IconName
  /** The missing content. */
  title: string
  /** What happens next. */
  children?: ReactNode
  /** One button. */
  action?: ReactNode
}

/** Nothing to show, said honestly. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.glyph}>
        <Icon name={icon} size="l" />
      </span>
      <strong className={styles.title}>{title}</strong>
      {children && <div>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
