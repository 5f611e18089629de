import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { joinClassNames } from '../styles/class-names.ts'
import { Icon, type IconName } from '../icons/icon.tsx'
import styles from './pill.module.css'

interface PillProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement> | undefined
  /** Whether it is chosen; leave out for a pill that only opens something. */
  pressed?: boolean | undefined
  icon?: IconName | undefined
  /** After the text; a menu's chevron. */
  trailing?: IconName | undefined
  /** The number after the words. */
  count?: number | undefined
  children: ReactNode
}

/** A filter that may be on beside others. */
export function Pill({ pressed, icon, trailing, count, children, ...rest }: PillProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      {...rest}
      className={joinClassNames(styles.pill, pressed === true && styles.on, rest.className)}
    >
      {icon && <Icon name={icon} size="s" />}
      {children}
      {count !== undefined && <span className={styles.count}>{count}</span>}
      {trailing && <Icon name={trailing} size="s" />}
    </button>
  )
}

/** Pills beside each other under one name; `wrap` off lets them scroll sideways instead. */
export function Pills({
  label,
  wrap = true,
  children,
}: {
  label: string
  wrap?: boolean
  children: ReactNode
}) {
  return (
    <fieldset aria-label={label} className={joinClassNames(styles.pills, wrap ? styles.wrap : styles.scroll)}>
      {children}
    </fieldset>
  )
}
