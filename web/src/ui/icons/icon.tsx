import { joinClassNames } from '../styles/class-names.ts'
import styles from './icon.module.css'
import { useLazyIconShape, type LazyIconName } from './lazy-icons.ts'

/**
 * The drawings of the first screen on a 24 × 24 field, stroked 1.75 with round ends. Those of other public pages are in
 * `page-icon-shapes.ts`, all others in `lazy-icon-shapes.ts`.
 */
const shapes = {
  back: 'M19 12H5m6-7-7 7 7 7',
  bolt: 'M13 2 4 14h7l-1 8 9-12h-7z',
  bookmark: 'M7 3h10a1 1 0 0 1 1 1v17l-6-4.500L6 21V4a1 1 0 0 1 1-1z',
  chart: 'M5 21V11M12 21V4M19 21v-7',
  check: 'm5 12.500 4.500 4.500L19 7.500',
  chevron: 'm6 9 6 6 6-6',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M11 9h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM5 15H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v1',
  crown: 'm3 8 4 4 5-7 5 7 4-4-2 11H5z',
  heart: 'M12 20.500 4.200 12.800a5 5 0 0 1 7.100-7.100l.7.700.7-.700a5 5 0 0 1 7.100 7.100z',
  info: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 11v5M12 8h.01',
  lock: 'M7 11h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2zM8 11V8a4 4 0 0 1 8 0v3',
  menu: 'M4 7h16M4 12h16M4 17h10',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z',
  question:
    'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM9.500 9a2.500 2.500 0 1 1 3.500 2.300c-.700.300-1 .900-1 1.700M12 17h.01',
  refresh: 'M20 12a8 8 0 1 1-2.300-5.700L20 8M20 3v5h-5',
  rules: 'M6 3h9l4 4v13a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM9 11h6M9 15h6M14 3v5h5',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM20 20l-4-4',
  servers:
    'M5 4h14a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM5 13h14a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-3a2 2 0 0 1 2-2zM7 7.500h.01M7 16.500h.01',
  settings:
    'M4 7h8M17 7h3M4 17h3M12 17h8M14.500 4.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5zM9.500 14.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5z',
  star: 'm12 3.500 2.600 5.400 5.900.800-4.300 4.100 1 5.900-5.200-2.800-5.200 2.800 1-5.900L3.500 9.700l5.900-.800z',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2v2M12 20v2M4.900 4.900l1.400 1.400M17.700 17.700l1.400 1.400M2 12h2M20 12h2M4.900 19.100l1.400-1.400M17.700 6.300l1.400-1.400',
  target:
    'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 1v4M12 19v4M1 12h4M19 12h4',
  warning: 'M12 4 2.800 19.500h18.400zM12 10v4.500M12 17h.01',
} as const

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
