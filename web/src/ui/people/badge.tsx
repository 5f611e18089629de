import type { ReactNode } from 'react'
import { joinClassNames } from '../styles/class-names.ts'
import styles from './badge.module.css'

/** The groups; `own` marks what is the visitor's, `muted` what is nobody's. */
export type BadgeTone = 'op' | 'pro' | 'kol' | 'vip' | 'own' | 'muted'

interface BadgeProps {
  tone: BadgeTone
  /** Filled, beside one's own name in the header. */
  solid?: boolean
  children: ReactNode
}

/** A group's short name beside a player's. */
export function Badge({ tone, solid = false, children }: BadgeProps) {
  return <span className={joinClassNames(styles.badge, styles[tone], solid && styles.solid)}>{children}</span>
}

/** The group's colour; its name always stands beside it. */
export function BadgeDot({ tone }: { tone: BadgeTone }) {
  return <span aria-hidden="true" className={joinClassNames(styles.dot, styles[tone])} />
}
