import { useId, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react'
import { joinClassNames } from '../styles/class-names.ts'
import field from './text-field.module.css'
import styles from './text-area.module.css'

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className'> {
  ref?: Ref<HTMLTextAreaElement> | undefined
  label: string
  /** At the label's right end: a counter or the rule. */
  aside?: ReactNode
  /** Below it, unless it has an error. */
  hint?: ReactNode
  /** Its error. */
  error?: string | null | undefined
}

/** A field for some sentences, with its label above and its message below. */
export function TextArea({ label, aside, hint, error = null, ...rest }: TextAreaProps) {
  const id = useId()
  const wrong = error !== null
  const hasMessage = wrong || hint !== undefined
  return (
    <div className={field.box}>
      <div className={field.head}>
        <label htmlFor={id} className={joinClassNames(rest.required && field.required)}>
          {label}
        </label>
        {aside !== undefined && <span className={field.aside}>{aside}</span>}
      </div>
      <textarea
        rows={4}
        {...rest}
        id={id}
        className={joinClassNames(styles.area, wrong && styles.wrong)}
        aria-invalid={wrong || undefined}
        aria-describedby={hasMessage ? `${id}-message` : undefined}
      />
      {wrong && (
        <div id={`${id}-message`} role="alert" className={joinClassNames(field.message, field.error)}>
          {error}
        </div>
      )}
      {!wrong && hint !== undefined && (
        <div id={`${id}-message`} className={field.message}>
          {hint}
        </div>
      )}
    </div>
  )
}
