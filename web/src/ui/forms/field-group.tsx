import type { ReactNode } from 'react'
import styles from './field-group.module.css'

/** Fields of one subject, under its name. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.title}>{title}</legend>
      {children}
    </fieldset>
  )
}

/** Fields that cannot be changed now, by the keyboard or otherwise. */
export function LockedFields({ locked, children }: { locked: boolean; children: ReactNode }) {
  return (
    <fieldset className={styles.locked} disabled={locked}>
      {children}
    </fieldset>
  )
}

/** Fields side by side where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>
}
