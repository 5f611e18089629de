import { classes } from './classes.ts'
import { shapes, type IconName } from './icon-shapes.ts'
import styles from './icon.module.css'

export type { IconName }

interface IconProps {
  name: IconName
  /** 16, 18 (default) or 22. */
  size?: 's' | 'm' | 'l'
  filled?: boolean
}

/** A drawing beside a word; it says nothing by itself and is hidden from screen readers. */
export function Icon({ name, size = 'm', filled = false }: IconProps) {
  return (
    <svg
      className={classes(styles.icon, styles[size], filled && styles.filled)}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  )
}
