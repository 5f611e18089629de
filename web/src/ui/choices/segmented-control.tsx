import { useId } from 'react'
import { joinClassNames } from '../styles/class-names.ts'
import styles from './segmented-control.module.css'

interface SegmentedControlProps<Value extends string> {
  /** The label of the choice, for screen readers. */
  label: string
  options: readonly { value: Value; text: string }[]
  value: Value
  onChange: (value: Value) => void
  /** Takes the whole width, shared out among the options. */
  wide?: boolean
}

/** One of a few, all visible. Arrow keys move between them. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={props.label}
      className={joinClassNames(styles.control, props.wide === true && styles.wide)}
    >
      {props.options.map(({ value, text }) => (
        <label key={value} className={joinClassNames(styles.option, value === props.value && styles.on)}>
          <input
            type="radio"
            name={name}
            className={styles.input}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
          />
          {text}
        </label>
      ))}
    </div>
  )
}
