import type { ReactNode } from 'react'
import styles from './choice-tile.module.css'
import { joinClassNames } from '../styles/class-names.ts'

interface ChoiceTileProps {
  /** The name of its radio group; unique on the page. */
  group: string
  disabled?: boolean | undefined
  /** It is not available and drawn faint; a text in its own colour says why. */
  away?: boolean | undefined
  /** Why it is disabled, in a sentence. */
  tooltip?: string | undefined
  checked: boolean
  onChoose: () => void
  className?: string | undefined
  children: ReactNode
}

/** One of several tiles in a grid. Arrow keys move between them; its content is its name. */
export function ChoiceTile(props: ChoiceTileProps) {
  const { group, disabled, away = false, tooltip, checked, onChoose, className, children } = props
  return (
    <label className={joinClassNames(styles.tile, away && styles.away, className)} data-tooltip={tooltip}>
      <input
        type="radio"
        name={group}
        className={styles.input}
        disabled={disabled}
        checked={checked}
        onChange={onChoose}
      />
      {children}
    </label>
  )
}
