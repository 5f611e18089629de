import type { ReactNode } from 'react'
import { joinClassNames } from '../styles/class-names.ts'
import { Icon } from '../icons/icon.tsx'
import styles from './steps.module.css'

export interface Step {
  title: string
  hint?: ReactNode
  /** The state of the step: done, in progress, next, or failed. */
  state: 'done' | 'now' | 'next' | 'failed'
}

/** The way of something that takes a while, one step below the other. */
export function Steps({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <ol aria-label={label} className={styles.steps}>
      {steps.map(({ title, hint, state }) => (
        <li
          key={title}
          aria-current={state === 'now' ? 'step' : undefined}
          className={joinClassNames(styles.step, styles[state])}
        >
          <span className={styles.mark}>
            {state === 'done' && <Icon name="check" size="s" />}
            {state === 'failed' && <Icon name="close" size="s" />}
          </span>
          <div className={styles.words}>
            <span className={styles.title}>{title}</span>
            {hint !== undefined && <span className={styles.hint}>{hint}</span>}
          </div>
        </li>
      ))}
    </ol>
  )
}
