import type { ReactNode } from 'react'
import { joinClassNames } from '../styles/class-names.ts'
import styles from './tag.module.css'

/** A coloured word under a name, such as a server's mode. */
export function Tag({ tone = 'ct', children }: { tone?: 'ct' | 't' | 'vip'; children: ReactNode }) {
  return <span className={joinClassNames(styles.tag, styles[tone])}>{children}</span>
}
