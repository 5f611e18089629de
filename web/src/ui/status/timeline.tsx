import type { ReactNode } from 'react'
import { StatusDot, type StatusTone } from './status-dot.tsx'
import styles from './timeline.module.css'

/** Something that happened. */
export interface TimelineEvent {
  id: string
  /** When, as it is read. */
  time: string
  tone: StatusTone
  title: string
  detail?: ReactNode
}

/** What happened, the latest first: each with its time, a dot of its kind, and what belongs to it. */
export function Timeline({ label, events }: { label: string; events: readonly TimelineEvent[] }) {
  return (
    <ol aria-label={label} className={styles.timeline}>
      {events.map(({ id, time, tone, title, detail }) => (
        <li key={id} className={styles.event}>
          <time className={styles.time}>{time}</time>
          <span className={styles.mark}>
            <StatusDot tone={tone} />
          </span>
          <div className={styles.words}>
            <span className={styles.title}>{title}</span>
            {detail !== undefined && detail !== '' && <span className={styles.detail}>{detail}</span>}
          </div>
        </li>
      ))}
    </ol>
  )
}
