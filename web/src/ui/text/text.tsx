import type { AnchorHTMLAttributes, ReactNode } from 'react'
import styles from './text.module.css'

/** Words only screen readers get. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>
}

/** An address, a command or an id: digits of one width, not mixed up with letters. */
export function Code({ children }: { children: ReactNode }) {
  return <code className={styles.code}>{children}</code>
}

/** A link inside a line of text. */
export function TextAnchor({ children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...rest} className={styles.link}>
      {children}
    </a>
  )
}
