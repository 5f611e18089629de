import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { joinClassNames } from '../styles/class-names.ts'
import { Icon, type IconName } from '../icons/icon.tsx'
import styles from './text-field.module.css'

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  ref?: Ref<HTMLInputElement> | undefined
  label: string
  /** At the label's right end: a counter or the rule. */
  aside?: ReactNode
  /** Inside the field, before the text. */
  icon?: IconName | undefined
  /** Inside the field, at its end, such as a button that shows a password. */
  end?: ReactNode
  /** Digits far apart, for a code that is read one by one. */
  spaced?: boolean | undefined
  /** Under the field, while nothing is wrong. */
  hint?: ReactNode
  /** The hint is good news: green, with a check mark in the field. */
  good?: boolean | undefined
  /** Its error; replaces the hint. */
  error?: string | null | undefined
  /** Beside the field, such as a button that belongs to it. */
  action?: ReactNode
}

/** A field with its label above and its message below. Check it on blur, clear the message on input. */
export function TextField(props: TextFieldProps) {
  const { ref, label, aside, icon, end, spaced, hint, good, error, action, ...input } = props
  const id = useId()
  const wrong = error !== null && error !== undefined
  const message = wrong ? error : hint
  const fine = good === true && !wrong
  return (
    <div className={styles.box}>
      <div className={styles.head}>
        <label htmlFor={id} className={joinClassNames(input.required && styles.required)}>
          {label}
        </label>
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      </div>
      <div className={styles.line}>
        <div className={joinClassNames(styles.frame, wrong && styles.wrong)}>
          {icon && <Icon name={icon} />}
          <input
            type="text"
            {...input}
            ref={ref}
            id={id}
            className={joinClassNames(styles.input, spaced && styles.spaced)}
            aria-invalid={wrong || undefined}
            aria-describedby={message === undefined ? input['aria-describedby'] : `${id}-message`}
          />
          {fine && (
            <span className={styles.good}>
              <Icon name="check" />
            </span>
          )}
          {end}
        </div>
        {action}
      </div>
      {message !== undefined && (
        <div
          id={`${id}-message`}
          role={wrong ? 'alert' : undefined}
          className={joinClassNames(styles.message, wrong && styles.error, fine && styles.good)}
        >
          {message}
        </div>
      )}
    </div>
  )
}
