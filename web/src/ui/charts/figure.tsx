import type { ReactNode } from 'react'
import { joinClassNames } from '../styles/class-names.ts'
import { Icon, type IconName } from '../icons/icon.tsx'
import styles from './figure.module.css'

/** Big figures side by side: four in a row, two on a narrow window. */
export function Figures({ children }: { children: ReactNode }) {
  return <div className={styles.figures}>{children}</div>
}

interface FigureProps {
  label: string
  value: ReactNode
  /** Small, before the value: a currency. */
  sign?: string | undefined
  /** Beside the value. */
  note?: ReactNode
  noteTone?: 'good' | 'bad' | 'muted' | undefined
  icon?: IconName | undefined
  /** Something is wrong: red, with a red edge. */
  bad?: boolean | undefined
}

/** One number that counts, its name above it. */
export function Figure({ label, value, sign, note, noteTone = 'muted', icon, bad = false }: FigureProps) {
  return (
    <dl className={joinClassNames(styles.figure, bad && styles.wrong)}>
      <dt className={styles.label}>
        {icon && <Icon name={icon} size="s" />}
        {label}
      </dt>
      <dd className={styles.line}>
        <span className={styles.value}>
          {sign !== undefined && <span className={styles.sign}>{sign}</span>}
          {value}
        </span>
        {note !== undefined && note !== null && (
          <span className={joinClassNames(styles.note, styles[noteTone])}>{note}</span>
        )}
      </dd>
    </dl>
  )
}
