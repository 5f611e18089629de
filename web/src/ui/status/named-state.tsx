import type { ReactNode } from 'react'
import styles from './named-state.module.css'
import { StatusDot, type StatusTone } from './status-dot.tsx'
import { joinClassNames } from '../styles/class-names.ts'
import tones from './tones.module.css'

interface NamedStateProps {
  tone: StatusTone
  pulse: boolean
  name: string
  /** The word for the dot, after the name. */
  state: string
  /** Between them, such as a pin. */
  mark?: ReactNode
}

/** An entry of a dense list: the dot of its state, its name on one line, and the text for the dot. */
export function NamedState({ tone, pulse, name, state, mark }: NamedStateProps) {
  return (
    <span className={styles.line}>
      <StatusDot tone={tone} pulse={pulse} />
      <span className={styles.name}>{name}</span>
      {mark}
      <span className={joinClassNames(tones[tone], styles.state)}>{state}</span>
    </span>
  )
}
