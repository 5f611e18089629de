import { joinClassNames } from '../styles/class-names.ts'
import { shapes } from './icon-shapes.ts'
import styles from './icon.module.css'
import { useLazyIconShape, type LazyIconName } from './lazy-icons.ts'

export type IconName = keyof typeof shapes | LazyIconName

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
      className={joinClassNames(styles.icon, styles[size], filled && styles.filled)}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      {isEagerIcon(name) ? <path d={shapes[name]} /> : <LazyIconPath name={name} />}
    </svg>
  )
}

function isEagerIcon(name: IconName): name is keyof typeof shapes {
  return Object.hasOwn(shapes, name)
}

function LazyIconPath({ name }: { name: LazyIconName }) {
  return <path d={useLazyIconShape(name)} />
}
