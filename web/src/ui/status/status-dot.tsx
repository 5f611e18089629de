import type { ReactNode } from 'react'
import { joinClassNames } from '../styles/class-names.ts'
import tones from './tones.module.css'
import styles from './status-dot.module.css'

export type StatusTone = 'good' | 'info' | 'moving' | 'busy' | 'bad' | 'muted'

/** A status dot; a text or a number is always next to it. */
export function StatusDot({ tone = 'good', pulse = false }: { tone?: StatusTone; pulse?: boolean }) {
  return (
    <span aria-hidden="true" className={joinClassNames(tones[tone], styles.dot, pulse && styles.pulse)} />
  )
}

/** The dot with its word. */
export function Status({
  tone,
  pulse = false,
  children,
}: {
  tone: StatusTone
  pulse?: boolean
  children: ReactNode
}) {
  return (
    <span className={joinClassNames(tones[tone], styles.status)}>
      <StatusDot tone={tone} pulse={pulse} />
      {children}
    </span>
  )
}
