import { useId } from 'react'
import styles from './choice-list.module.css'
import { Radio } from './radio.tsx'

interface ChoiceListProps {
  /** The label of the choice, for screen readers. */
  label: string
  options: readonly {
    value: string
    title: string
    detail: string
    /** At the other end of its row. */
    aside: string
  }[]
  value: string | null
  onChange: (value: string) => void
}

/** One of many, one below the other. Arrow keys move between them. */
export function ChoiceList({ label, options, value: chosen, onChange }: ChoiceListProps) {
  const group = useId()
  return (
    <div role="radiogroup" aria-label={label} className={styles.list}>
      {options.map(({ value, title, detail, aside }) => (
        <label key={value} className={styles.option}>
          <Radio group={group} checked={value === chosen} onChoose={() => onChange(value)} />
          <span className={styles.words}>
            <span className={styles.title}>{title}</span>
            <span className={styles.detail}>{detail}</span>
          </span>
          <span className={styles.aside}>{aside}</span>
        </label>
      ))}
    </div>
  )
}
