import { useId } from 'react'
import { joinClassNames } from '../styles/class-names.ts'
import { Radio } from './radio.tsx'
import styles from './version-choice.module.css'

interface VersionChoiceProps<Value extends string> {
  /** Which field the versions are of. */
  label: string
  /** The error, such as a missing choice. */
  error?: string | null
  versions: readonly { value: Value; title: string; text: string }[]
  value: Value | null
  onChange: (value: Value) => void
}

/** Versions of one text side by side, each as a whole with its line breaks; one of them is chosen. */
export function VersionChoice<Value extends string>(props: VersionChoiceProps<Value>) {
  const { label, error = null, versions, value, onChange } = props
  const group = useId()
  return (
    // The form moves the focus to the first part that is wrong.
    <fieldset
      role="radiogroup"
      tabIndex={-1}
      aria-invalid={error !== null}
      className={joinClassNames(styles.choice, error !== null && styles.wrong)}
    >
      <legend className={styles.label}>{label}</legend>
      <div className={styles.versions}>
        {versions.map((version) => (
          <label key={version.value} className={styles.version}>
            <span className={styles.head}>
              <Radio
                group={group}
                checked={version.value === value}
                onChoose={() => onChange(version.value)}
              />
              <b>{version.title}</b>
            </span>
            <span className={styles.text}>{version.text}</span>
          </label>
        ))}
      </div>
      {error !== null && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
