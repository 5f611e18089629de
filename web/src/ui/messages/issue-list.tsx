import type { ReactNode } from 'react'
import { joinClassNames } from '../styles/class-names.ts'
import { Icon, type IconName } from '../icons/icon.tsx'
import tones from '../status/tones.module.css'
import styles from './issue-list.module.css'

export interface Issue {
  key: string
  icon: IconName
  tone: 'good' | 'busy' | 'bad' | 'muted'
  title: ReactNode
  /** Under the title. */
  detail?: ReactNode
  /** At the end: what can be done about it, or where. */
  action?: ReactNode
}

/** A list of issues that need attention. */
export function IssueList({ label, issues }: { label: string; issues: readonly Issue[] }) {
  return (
    <ul aria-label={label} className={styles.list}>
      {issues.map(({ key, icon, tone, title, detail, action }) => (
        <li key={key} className={styles.issue}>
          <span className={joinClassNames(tones[tone], styles.icon)}>
            <Icon name={icon} />
          </span>
          <div className={styles.words}>
            <div className={styles.title}>{title}</div>
            {detail !== undefined && detail !== '' && <div className={styles.detail}>{detail}</div>}
          </div>
          {action}
        </li>
      ))}
    </ul>
  )
}
