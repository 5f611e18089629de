import { Fragment, type ReactNode } from 'react'
import styles from './facts.module.css'

/** A row of facts: a name and its value. */
export interface Fact {
  name: string
  text: ReactNode
}

/** Facts about an item, by name. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, text }) => (
        <Fragment key={name}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.text}>{text}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
