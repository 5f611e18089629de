import styles from './radio.module.css'

interface RadioProps {
  /** The name of its radio group; unique on the page. */
  group: string
  disabled?: boolean | undefined
  checked: boolean
  onChoose: () => void
}

/** The dot of one of several options; the label around it shows the focus. */
export function Radio({ group, disabled, checked, onChoose }: RadioProps) {
  return (
    <input
      type="radio"
      name={group}
      className={styles.radio}
      disabled={disabled}
      checked={checked}
      onChange={onChoose}
    />
  )
}
