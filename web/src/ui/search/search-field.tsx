import type { KeyboardEvent, Ref } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { Icon } from '../icons/icon.tsx'
import styles from './search-field.module.css'

interface SearchFieldProps {
  ref?: Ref<HTMLInputElement> | undefined
  /** Its name for screen readers, and the placeholder where none is given. */
  label: string
  placeholder?: string | undefined
  /** The key that focuses it, shown at its right end while it is empty. */
  shortcut?: string | undefined
  value: string
  onChange: (value: string) => void
  onKeyDown?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined
}

/** A search with a button that clears it. */
export function SearchField({
  ref,
  label,
  placeholder,
  shortcut,
  value,
  onChange,
  onKeyDown,
}: SearchFieldProps) {
  const { t } = useTranslation()
  return (
    <label className={styles.field}>
      <Icon name="search" />
      <input
        ref={ref}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        className={styles.input}
        aria-label={label}
        aria-keyshortcuts={shortcut}
        placeholder={placeholder ?? label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {value !== '' && (
        <button
          type="button"
          className={styles.clear}
          aria-label={t(($) => $.common.clear)}
          onClick={({ currentTarget }) => {
            currentTarget.closest('label')?.querySelector('input')?.focus()
            onChange('')
          }}
        >
          <Icon name="close" size="s" />
        </button>
      )}
      {value === '' && shortcut !== undefined && <kbd className={styles.shortcut}>{shortcut}</kbd>}
    </label>
  )
}
