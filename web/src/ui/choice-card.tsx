import type { ReactNode } from 'react'
import styles from './choice-card.module.css'

interface ChoiceCardsProps<Value extends string> {
  /** What is being chosen; stands above the cards. */
  label: string
  options: readonly { value: Value; title: string; detail: string; picture: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of a few, each with a picture and a line about it. Arrow keys move between them. */
export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  return (
    <fieldset className={styles.cards}>
      <legend className={styles.label}>{props.label}</legend>
      {props.options.map(({ value, title, detail, picture }) => (
        <label key={value} className={styles.card}>
          {picture}
          <span className={styles.text}>
            <b className={styles.title}>{title}</b>
            <span className={styles.detail}>{detail}</span>
          </span>
          <input
            type="radio"
            name={props.label}
            className={styles.radio}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
          />
        </label>
      ))}
    </fieldset>
  )
}
