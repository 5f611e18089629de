import { useRef, type KeyboardEvent } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { IconButton } from '../buttons/button.tsx'
import { Popover } from '../dialogs/popover.tsx'
import { Icon } from '../icons/icon.tsx'
import type { MultiSelectProps } from './multi-select.tsx'
import styles from './multi-select.module.css'

interface MultiSelectListProps extends MultiSelectProps {
  open: boolean
  onClose: () => void
  opener: HTMLButtonElement | null
}

/** The list of check marks under its opener. */
export function MultiSelectList(props: MultiSelectListProps) {
  const { open, onClose, opener, label, options, chosen, onChange } = props
  const first = useRef<HTMLInputElement>(null)
  const { t } = useTranslation()
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value])
  return (
    <Popover open={open} onClose={onClose} anchor={opener} label={label} initialFocus={first}>
      <div className={styles.head}>
        <span className={styles.title}>{label}</span>
        <button type="button" className={styles.reset} onClick={() => onChange([])}>
          {t(($) => $.common.reset)}
        </button>
        <IconButton
          icon="close"
          variant="ghost"
          size="sm"
          label={t(($) => $.common.close)}
          onClick={onClose}
        />
      </div>
      <fieldset aria-label={label} className={styles.list}>
        {options.map((option, at) => (
          <label key={option.value} className={styles.option}>
            <input
              ref={at === 0 ? first : undefined}
              type="checkbox"
              className={styles.input}
              checked={chosen.includes(option.value)}
              onChange={() => toggle(option.value)}
              onKeyDown={moveWithArrows}
            />
            <span className={styles.text}>{option.text}</span>
            {option.count !== undefined && <span className={styles.count}>{option.count}</span>}
            <span className={styles.check}>
              <Icon name="check" size="s" />
            </span>
          </label>
        ))}
      </fieldset>
    </Popover>
  )
}

/** Up, Down, Home and End move between the check marks. */
function moveWithArrows(event: KeyboardEvent<HTMLElement>): void {
  const boxes = [...(event.currentTarget.closest('fieldset')?.querySelectorAll('input') ?? [])]
  const at = boxes.findIndex((box) => box === document.activeElement)
  const targets: Record<string, number> = {
    ArrowDown: (at + 1) % boxes.length,
    ArrowUp: (at - 1 + boxes.length) % boxes.length,
    Home: 0,
    End: boxes.length - 1,
  }
  const target = targets[event.key]
  if (target === undefined) return
  event.preventDefault()
  boxes[target]?.focus()
}
