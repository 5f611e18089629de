import { Fragment, type ReactNode } from 'react'
import styles from './facts.module.css'

/** A line of facts: its name and what stands beside it. */
export interface Fact {
  name: string
  text: ReactNode
}

/** What is known about a thing, name by name. */
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
