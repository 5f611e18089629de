import type { ReactNode } from 'react'
import styles from './setting-row.module.css'

interface SettingRowProps {
  title: ReactNode
  hint?: ReactNode
  /** Before the words: a drawing or a picture. */
  lead?: ReactNode
  /** Its value, or a button. */
  children?: ReactNode
}

/** One line of a panel without padding: the name, a hint, and the control at the right end. */
export function SettingRow({ title, hint, lead, children }: SettingRowProps) {
  return (
    <div className={styles.row}>
      {lead}
      <div className={styles.words}>
        <div className={styles.title}>{title}</div>
        {hint !== undefined && <div className={styles.hint}>{hint}</div>}
      </div>
      {children !== undefined && <div className={styles.control}>{children}</div>}
    </div>
  )
}
