import type { ReactNode } from 'react'
import { Badge } from '../people/badge.tsx'
import { joinClassNames } from '../styles/class-names.ts'
import styles from './choice-card.module.css'
import { Radio } from './radio.tsx'
import { VisuallyHidden } from '../text/text.tsx'

interface ChoiceCardsProps<Value extends string> {
  /** The label of the choice, above the cards. */
  label: string
  /** The label is for screen readers only: the cards say it themselves. */
  quiet?: boolean | undefined
  options: readonly {
    value: Value
    title: string
    /** A word or two beside the title. */
    badge?: string | undefined
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
    <fieldset className={joinClassNames(styles.cards, props.narrow === true && styles.narrow)}>
      <legend className={props.quiet === true ? styles.quiet : styles.label}>
        {props.quiet === true ? <VisuallyHidden>{props.label}</VisuallyHidden> : props.label}
      </legend>
      {props.options.map(({ value, title, badge, detail, picture, off = false }) => (
        <label key={value} className={styles.card}>
          {picture}
          <span className={styles.text}>
            <b className={styles.title}>
              {title}
              {badge !== undefined && <Badge tone={off ? 'muted' : 'own'}>{badge}</Badge>}
            </b>
            {detail !== undefined && <span className={styles.detail}>{detail}</span>}
          </span>
          <Radio
            group={props.label}
            disabled={off}
            checked={value === props.value}
            onChoose={() => props.onChange(value)}
          />
        </label>
      ))}
    </fieldset>
  )
}
