import { floatingIntent } from './floating.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './floating-button.module.css'

interface FloatingButtonProps {
  icon: IconName
  label: string
  expanded: boolean
  onClick: () => void
}

/** The round button at the bottom right of a phone (A12). */
export function FloatingButton({ icon, label, expanded, onClick }: FloatingButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      aria-expanded={expanded}
      onClick={onClick}
      {...floatingIntent}
    >
      <Icon name={icon} size="l" />
    </button>
  )
}
