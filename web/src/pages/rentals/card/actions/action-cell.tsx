import type { ReactNode, Ref } from 'react'
import { joinClassNames } from '../../../../ui/styles/class-names.ts'
import { floatingIntent } from '../../../../ui/dialogs/lazy-floating.ts'
import { Icon, type IconName } from '../../../../ui/icons/icon.tsx'
import tones from '../../../../ui/status/tones.module.css'
import styles from './action-cell.module.css'

interface CellProps {
  ref?: Ref<HTMLButtonElement> | undefined
  icon: IconName
  tone?: 'good' | 'moving' | undefined
  /** Why it cannot be pressed now: it stays reachable, dimmed, and says so in a tooltip. */
  reason?: string | undefined
  expanded?: boolean | undefined
  label?: string | undefined
  onPress: () => void
  children: ReactNode
}

/** One action of a card's bar: its drawing over its word. */
export function ActionCell({ ref, icon, tone, reason, expanded, label, onPress, children }: CellProps) {
  const barred = reason === undefined ? {} : { 'aria-description': reason, 'data-tooltip': reason }
  return (
    <button
      ref={ref}
      type="button"
      {...barred}
      {...floatingIntent}
      aria-label={label}
      aria-disabled={reason !== undefined || undefined}
      aria-expanded={expanded}
      className={joinClassNames(styles.cell, tone !== undefined && joinClassNames(styles.toned, tones[tone]))}
      onClick={reason === undefined ? onPress : undefined}
    >
      <Icon name={icon} />
      {children}
    </button>
  )
}
