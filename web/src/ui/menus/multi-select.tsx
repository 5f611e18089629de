import { useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { joinClassNames } from '../styles/class-names.ts'
import { preloadFloating } from '../dialogs/lazy-floating.ts'
import { Pill } from '../buttons/pill.tsx'
import { createLazyPart } from '../loading/lazy-part.ts'
import { useElement } from '../state/use-element.ts'
import styles from './multi-select.module.css'

export interface MultiSelectProps {
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

const list = createLazyPart(() => import('./multi-select-list.tsx'))
const preload = () => {
  preloadFloating()
  list.preload()
}

/** A dropdown of check marks with Reset and a cross (D1). One dropdown is open at a time. */
export function MultiSelect(props: MultiSelectProps) {
  const { label, chosen, text, shape = 'button' } = props
  const [open, setOpen] = useState(false)
  const [opener, setOpener] = useElement<HTMLButtonElement>()
  const part = list.usePart(open)
  const Opener = shape === 'pill' ? Pill : Button
  const some = chosen.length > 0
  return (
    <>
      <Opener
        ref={setOpener}
        trailing="chevron"
        className={joinClassNames(some && styles.some)}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onPointerEnter={preload}
        onFocus={preload}
      >
        {text ?? label}
        {some && text === undefined && <span className={styles.number}>{chosen.length}</span>}
      </Opener>
      {part && <part.MultiSelectList {...props} open={open} onClose={() => setOpen(false)} opener={opener} />}
    </>
  )
}
