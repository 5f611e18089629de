import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './badge.module.css'

export type BadgeTone = 'op' | 'pro' | 'kol' | 'vip'

/** A group's short name beside a player's. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={classes(styles.badge, styles[tone])}>{children}</span>
}

/** The group's colour; its name always stands beside it. */
export function BadgeDot({ tone }: { tone: BadgeTone }) {
  return <span aria-hidden="true" className={classes(styles.dot, styles[tone])} />
}
