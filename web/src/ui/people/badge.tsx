import type { ReactNode } from 'react'
import { joinClassNames } from '../styles/class-names.ts'
import styles from './badge.module.css'

/** The groups; `own` marks the visitor's own items, `muted` items without an owner. */
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

/** The group's colour; its name is always next to it. */
export function BadgeDot({ tone }: { tone: BadgeTone }) {
  return <span aria-hidden="true" className={joinClassNames(styles.dot, styles[tone])} />
}
