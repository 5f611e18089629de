import type { Ref } from 'react'
import styles from './selectable-field.module.css'

interface SelectableFieldProps {
  ref?: Ref<HTMLInputElement> | undefined
  label: string
  text: string
}

/**
 * A text to be copied by hand: selected when focused. A single-line field drops line breaks: a space replaces
 * them.
 */
export function SelectableField({ ref, label, text }: SelectableFieldProps) {
  return (
    <input
      ref={ref}
      readOnly
      className={styles.field}
      aria-label={label}
      value={text.replaceAll('\n', ' ')}
      onFocus={(event) => event.currentTarget.select()}
    />
  )
}
