import { useId, type ReactNode } from 'react'
import { joinClassNames } from '../styles/class-names.ts'
import { Icon } from '../icons/icon.tsx'
import field from './text-field.module.css'
import styles from './select-field.module.css'

export interface SelectOption<Value extends string> {
  value: Value
  text: string
}

interface SelectProps<Value extends string> {
  label: string
  options: readonly SelectOption<Value>[]
  value: Value
  onChange: (value: Value) => void
}

interface SelectFieldProps<Value extends string> extends SelectProps<Value> {
  /** Under the field, while nothing is wrong. */
  hint?: ReactNode
  error?: string | null | undefined
  disabled?: boolean | undefined
  required?: boolean
}

/** One of many, in a form: its label above. The browser's own list, which every device knows how to show. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, hint, error, disabled, required = false } = props
  const id = useId()
  const wrong = typeof error === 'string'
  const message = wrong ? error : hint
  return (
    <div className={field.box}>
      <div className={field.head}>
        <label htmlFor={id} className={joinClassNames(required && field.required)}>
          {label}
        </label>
      </div>
      <span className={joinClassNames(styles.frame, styles.tall, wrong && styles.wrong)}>
        <NativeSelect
          {...props}
          id={id}
          invalid={wrong}
          disabled={disabled}
          describedBy={message === undefined ? undefined : `${id}-message`}
        />
        <Icon name="chevron" size="s" />
      </span>
      {message !== undefined && (
        <div
          id={`${id}-message`}
          role={wrong ? 'alert' : undefined}
          className={joinClassNames(field.message, wrong && field.error)}
        >
          {message}
        </div>
      )}
    </div>
  )
}

/** The same in a toolbar: it names itself in its first option. */
export function FilterSelect<Value extends string>(props: SelectProps<Value>) {
  return (
    <span className={joinClassNames(styles.frame, styles.small)}>
      <NativeSelect {...props} name={props.label} />
      <Icon name="chevron" size="s" />
    </span>
  )
}

interface ChoiceProps<Value extends string> extends SelectProps<Value> {
  id?: string
  /** Its name where no label is tied to it. */
  name?: string
  invalid?: boolean
  disabled?: boolean | undefined
  required?: boolean
  describedBy?: string | undefined
}

function NativeSelect<Value extends string>(props: ChoiceProps<Value>) {
  const { id, name, options, value, onChange, invalid, disabled, required, describedBy } = props
  return (
    <select
      id={id}
      aria-label={name}
      aria-invalid={invalid === true || undefined}
      aria-describedby={describedBy}
      disabled={disabled}
      required={required}
      className={styles.select}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as Value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  )
}
