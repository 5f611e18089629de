import { useId, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { joinClassNames } from '../styles/class-names.ts'
import { Icon, type IconName } from '../icons/icon.tsx'
import styles from './finder.module.css'

export interface FinderItem {
  /** Of all that is found the only one of this key. */
  key: string
  title: string
  detail: string
}

export interface FinderGroup {
  title: string
  icon: IconName
  items: readonly FinderItem[]
}

interface FinderProps {
  ref?: Ref<HTMLInputElement> | undefined
  label: string
  text: string
  onText: (text: string) => void
  groups: readonly FinderGroup[]
  /** The key of the one that Enter takes. */
  chosen: string | null
  onChosen: (key: string) => void
  onTake: (key: string) => void
  /** Said instead of the list, such as that nothing was found. */
  children?: ReactNode
}

/**
 * A search with its results below, by kind: arrow keys move, Enter selects. The roles are those of a
 * combobox, which HTML has no elements for.
 */
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
export function Finder(props: FinderProps) {
  const { ref, label, text, onText, groups, chosen, onChosen, onTake, children } = props
  const list = useId()
  const keys = groups.flatMap(({ items }) => items.map(({ key }) => key))
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const at = chosen === null ? -1 : keys.indexOf(chosen)
    const next =
      step === undefined ? undefined : keys.at((Math.max(at, step === 1 ? -1 : 0) + step) % keys.length)
    if (next !== undefined) {
      event.preventDefault()
      onChosen(next)
    }
    if (event.key === 'Enter' && chosen !== null) {
      event.preventDefault()
      onTake(chosen)
    }
  }
  return (
    <div className={styles.finder}>
      <div className={styles.field}>
        <Icon name="search" />
        <input
          ref={ref}
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={keys.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={chosen === null ? undefined : `${list}-${chosen}`}
          autoComplete="off"
          spellCheck={false}
          placeholder={label}
          className={styles.input}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          onKeyDown={press}
        />
      </div>
      <div id={list} role="listbox" aria-label={label} className={styles.list}>
        {groups.map(({ title, icon, items }) => (
          <div key={title} role="group" aria-label={title}>
            <div role="presentation" className={styles.kind}>
              {title}
            </div>
            {items.map((item) => (
              <div
                key={item.key}
                id={`${list}-${item.key}`}
                role="option"
                aria-selected={item.key === chosen}
                tabIndex={-1}
                className={joinClassNames(styles.option, item.key === chosen && styles.chosen)}
                onPointerMove={() => item.key !== chosen && onChosen(item.key)}
                onClick={() => onTake(item.key)}
                onKeyDown={press}
              >
                <Icon name={icon} />
                <span className={styles.title}>{item.title}</span>
                <span className={styles.detail}>{item.detail}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
      {children !== undefined && children !== null && <div className={styles.said}>{children}</div>}
    </div>
  )
}

/* oxlint-enable jsx-a11y/prefer-tag-over-role */

/** What opens a search: looks like its field, with the keys that open it too; a drawing on a phone. */
export function FinderButton({
  label,
  shortcut,
  keys,
  onClick,
}: {
  label: string
  /** As it is shown. */
  shortcut: string
  /** The form for screen readers, such as `Control+K`. */
  keys: string
  onClick: () => void
}) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={keys}
      className={styles.open}
      onClick={onClick}
    >
      <Icon name="search" size="s" />
      <span className={styles.openLabel}>{label}</span>
      <kbd className={styles.keys}>{shortcut}</kbd>
    </button>
  )
}
