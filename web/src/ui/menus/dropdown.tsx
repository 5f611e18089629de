import { createContext, useContext, useId, useState, type MouseEvent, type ReactNode } from 'react'
import { joinClassNames } from '../styles/class-names.ts'
import { enterMenu, useClosing, useHovering, useMenuKeys } from './dropdown-behaviour.ts'
import { Icon } from '../icons/icon.tsx'
import { useElement } from '../state/use-element.ts'
import styles from './dropdown.module.css'

interface OpenerProps {
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls': string | undefined
  onClick: (event: MouseEvent) => void
}

interface DropdownProps {
  /** The menu's name for screen readers. */
  label: string
  /** Opens when a mouse rests on the opener, too, and closes when it leaves both. */
  hover?: boolean
  onOpen?: () => void
  opener: (props: OpenerProps) => ReactNode
  children: ReactNode
}

const CloseContext = createContext<() => void>(() => undefined)

/**
 * A short menu that hangs below its opener, at most 180 px high (I1). A press outside, Escape, leaving it with the
 * keyboard and choosing close it; arrow keys, Home and End move in it.
 */
export function Dropdown({ label, hover = false, onOpen, opener, children }: DropdownProps) {
  const [open, setOpen] = useState<'no' | 'hovered' | 'pressed'>('no')
  const [box, setBox] = useElement()
  const id = useId()
  const show = (by: 'hovered' | 'pressed') => {
    if (open === 'no') onOpen?.()
    setOpen(by)
  }
  const close = () => setOpen('no')
  const press = (event: MouseEvent) => {
    if (open === 'pressed') return close()
    show('pressed')
    // A key has no place on the screen: its menu is entered at once.
    if (event.detail === 0) enterMenu(box)
  }
  const enter = () => {
    show('pressed')
    enterMenu(box)
  }
  useHovering(hover ? box : null, () => open === 'no' && show('hovered'), close)
  useMenuKeys(box, open !== 'no', enter)
  useClosing(box, open !== 'no', close)
  return (
    <div ref={setBox} className={styles.box}>
      {opener({
        'aria-haspopup': 'menu',
        'aria-expanded': open !== 'no',
        'aria-controls': open === 'no' ? undefined : id,
        onClick: press,
      })}
      {open !== 'no' && (
        <div className={styles.bridge}>
          <div id={id} role="menu" aria-label={label} className={styles.menu}>
            <CloseContext value={close}>{children}</CloseContext>
          </div>
        </div>
      )}
    </div>
  )
}

interface ChoiceProps {
  chosen: boolean
  onChoose: () => void
  children: ReactNode
}

/** One of a few, the chosen one with a check mark. */
export function DropdownChoice({ chosen, onChoose, children }: ChoiceProps) {
  const close = useContext(CloseContext)
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={chosen}
      className={joinClassNames(styles.item, chosen && styles.chosen)}
      onClick={() => {
        onChoose()
        close()
      }}
    >
      <span className={styles.text}>{children}</span>
      {chosen && <Icon name="check" size="s" />}
    </button>
  )
}

/** A download in a menu. */
export function DropdownDownload({ href, children }: { href: string; children: ReactNode }) {
  const close = useContext(CloseContext)
  return (
    <a href={href} download role="menuitem" className={styles.item} onClick={close}>
      <span className={styles.text}>{children}</span>
    </a>
  )
}

/** The text in a menu without options. */
export function DropdownNote({ children }: { children: ReactNode }) {
  return (
    <span role="menuitem" aria-disabled="true" tabIndex={0} className={styles.note}>
      {children}
    </span>
  )
}
