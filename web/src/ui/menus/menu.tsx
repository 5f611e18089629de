import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { joinClassNames } from '../styles/class-names.ts'
import { Icon, type IconName } from '../icons/icon.tsx'
import styles from './menu.module.css'

/** The content of a popup with links and actions. */
export function Menu({ children }: { children: ReactNode }) {
  return <div className={styles.menu}>{children}</div>
}

/** Whose menu it is, above everything. */
export function MenuHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.head}>
      <span className={styles.title}>{title}</span>
      <span className={styles.more}>{children}</span>
    </div>
  )
}

export function MenuLine() {
  return <hr className={styles.line} />
}

interface MenuButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName
  /** At its right end. */
  end?: ReactNode
  /** Green, after a successful action. */
  good?: boolean
}

export function MenuButton({ icon, end, good = false, children, ...rest }: MenuButtonProps) {
  return (
    <button type="button" {...rest} className={joinClassNames(styles.item, good && styles.good)}>
      <Icon name={icon} />
      <span className={styles.text}>{children}</span>
      {end}
    </button>
  )
}

interface MenuLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  ref?: Ref<HTMLAnchorElement> | undefined
  icon: IconName
}

export function MenuLink({ icon, children, ...rest }: MenuLinkProps) {
  return (
    <a {...rest} className={styles.item}>
      <Icon name={icon} />
      <span className={styles.text}>{children}</span>
    </a>
  )
}
