import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { Button, IconButton } from '../buttons/button.tsx'
import { joinClassNames } from '../styles/class-names.ts'
import { floatingIntent } from '../dialogs/lazy-floating.ts'
import { Icon } from '../icons/icon.tsx'
import { Pill } from '../buttons/pill.tsx'
import { Popover } from '../dialogs/popover.tsx'
import styles from './multi-select.module.css'

interface MultiSelectProps {
  /** The kind of options, such as "Maps": the opener's text and the list's title. */
  label: string
  options: readonly { value: string; text: string; count?: number | undefined }[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  /** The opener's text instead of the label, such as "All modes" or the one chosen. */
  text?: string | undefined
  /** A button (default), or a pill on a phone. */
  shape?: 'button' | 'pill' | undefined
}

/** A dropdown of check marks with Reset and a cross (D1). One dropdown is open at a time. */
export function MultiSelect({ label, options, chosen, onChange, text, shape = 'button' }: MultiSelectProps) {
  const [open, setOpen] = useState(false)
  const [opener, setOpener] = useState<HTMLButtonElement | null>(null)
  const first = useRef<HTMLInputElement>(null)
  const { t } = useTranslation()
  const Opener = shape === 'pill' ? Pill : Button
  const some = chosen.length > 0
  const close = () => setOpen(false)
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value])
  return (
    <>
      <Opener
        ref={setOpener}
        trailing="chevron"
        className={joinClassNames(some && styles.some)}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        {...floatingIntent}
      >
        {text ?? label}
        {some && text === undefined && <span className={styles.number}>{chosen.length}</span>}
      </Opener>
      <Popover open={open} onClose={close} anchor={opener} label={label} initialFocus={first}>
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
            onClick={close}
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
    </>
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
