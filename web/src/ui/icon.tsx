import { classes } from './classes.ts'
import { shapes } from './icon-shapes.ts'
import styles from './icon.module.css'
import { useLaterShape, type LaterIconName } from './later-icons.ts'

export type IconName = keyof typeof shapes | LaterIconName

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
      {isFirst(name) ? <path d={shapes[name]} /> : <LaterPath name={name} />}
    </svg>
  )
}

function isFirst(name: IconName): name is keyof typeof shapes {
  return Object.hasOwn(shapes, name)
}

function LaterPath({ name }: { name: LaterIconName }) {
  return <path d={useLaterShape(name)} />
}
