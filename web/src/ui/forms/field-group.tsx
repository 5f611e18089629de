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

/** Fields side by side where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>
}
