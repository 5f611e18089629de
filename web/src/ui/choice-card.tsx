import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './choice-card.module.css'

interface ChoiceCardsProps<Value extends string> {
  /** What is being chosen; stands above the cards. */
  label: string
  options: readonly {
    value: Value
    title: string
    detail?: string | undefined
    picture: ReactNode
    /** It cannot be chosen now; the detail says why. */
    off?: boolean | undefined
  }[]
  value: Value | null
  onChange: (value: Value) => void
  /** Three beside each other where there is room for them, instead of two. */
  narrow?: boolean | undefined
}

/** One of a few, each with a picture and, where it needs one, a line about it. Arrow keys move between them. */
export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  return (
    <fieldset className={classes(styles.cards, props.narrow === true && styles.narrow)}>
      <legend className={styles.label}>{props.label}</legend>
      {props.options.map(({ value, title, detail, picture, off = false }) => (
        <label key={value} className={styles.card}>
          {picture}
          <span className={styles.text}>
            <b className={styles.title}>{title}</b>
            {detail !== undefined && <span className={styles.detail}>{detail}</span>}
          </span>
          <input
            type="radio"
            name={props.label}
            className={styles.radio}
            disabled={off}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
          />
        </label>
      ))}
    </fieldset>
  )
}
