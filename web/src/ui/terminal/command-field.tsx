import { useId, useState, type KeyboardEvent } from 'react'
import { IconButton } from '../buttons/button.tsx'
import { joinClassNames } from '../styles/class-names.ts'
import styles from './command-field.module.css'

export interface Completion {
  /** What the whole line becomes. */
  line: string
  /** The completion, and its description. */
  word: string
  detail: string
}

interface CommandFieldProps {
  label: string
  /** What the button that sends is called, and the list. */
  sendLabel: string
  listLabel: string
  value: string
  onChange: (value: string) => void
  onSend: () => void
  /** The possible completions, the likeliest first. */
  completions: readonly Completion[]
  /** Lines sent before, the newest last: the arrow keys bring them back. */
  history: readonly string[]
  maxLength: number
  disabledReason?: string | undefined
  submitting: boolean
}

/**
 * A console command line. A list shows completions during typing: arrow keys move in it, Tab or Enter accept
 * the selected one, Tab alone the first, Escape closes it. Without the list the arrow keys browse the
 * history.
 */
export function CommandField(props: CommandFieldProps) {
  const { label, listLabel, sendLabel, value, maxLength, disabledReason, submitting } = props
  const id = useId()
  const keys = useCompletionKeys(props)
  const { open, active } = keys
  return (
    <div className={styles.bar}>
      <div className={styles.frame}>
        <span aria-hidden="true" className={styles.prompt}>
          {'>'}
        </span>
        <input
          type="text"
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={`${id}list`}
          aria-activedescendant={open && active >= 0 ? `${id}${active}` : undefined}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={maxLength}
          className={styles.input}
          value={value}
          onChange={(event) => keys.type(event.currentTarget.value)}
          onKeyDown={keys.press}
          onBlur={keys.close}
        />
        <CompletionList {...props} id={id} listLabel={listLabel} keys={keys} />
      </div>
      <IconButton
        icon="arrow"
        variant="primary"
        size="field"
        label={sendLabel}
        submitting={submitting}
        disabledReason={disabledReason}
        onClick={keys.send}
      />
    </div>
  )
}

type Keys = ReturnType<typeof useCompletionKeys>

function CompletionList({
  id,
  listLabel,
  completions,
  keys,
}: Pick<CommandFieldProps, 'listLabel' | 'completions'> & { id: string; keys: Keys }) {
  return (
    // The browser's own list tells neither what is chosen nor what a command does.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div id={`${id}list`} role="listbox" aria-label={listLabel} hidden={!keys.open} className={styles.list}>
      {completions.map((offer, place) => (
        <div
          key={offer.line}
          id={`${id}${place}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="option"
          tabIndex={-1}
          aria-selected={place === keys.active}
          className={joinClassNames(styles.offer, place === keys.active && styles.active)}
          // The field keeps the focus.
          onPointerDown={(event) => {
            event.preventDefault()
            keys.take(offer)
          }}
        >
          <span className={styles.word}>{offer.word}</span>
          <span className={styles.detail}>{offer.detail}</span>
        </div>
      ))}
    </div>
  )
}

function useCompletionKeys(props: CommandFieldProps) {
  const { value, onChange, onSend, completions, history, disabledReason, submitting } = props
  const [typing, setTyping] = useState(false)
  const [active, setActive] = useState(-1)
  /** The position in the history, counted backwards. */
  const [back, setBack] = useState(0)
  const open = typing && completions.length > 0
  const close = () => {
    setTyping(false)
    setActive(-1)
  }
  const take = (offer: Completion) => {
    onChange(offer.line)
    setActive(-1)
  }
  const send = () => {
    close()
    setBack(0)
    if (disabledReason === undefined && !submitting) onSend()
  }
  const recall = (step: number) => {
    const next = Math.min(history.length, Math.max(0, back + step))
    setBack(next)
    onChange(next === 0 ? '' : (history.at(-next) ?? ''))
  }
  const move = (step: number) => {
    const places = completions.length + 1
    setActive(((active + 1 + step + places) % places) - 1)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const offer = completions[Math.max(0, active)]
    const arrow = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (arrow !== undefined) {
      if (open) move(arrow)
      else recall(-arrow)
    } else if (event.key === 'Tab' && open && offer && offer.line !== value && !event.shiftKey) take(offer)
    else if (event.key === 'Escape' && open) close()
    else if (event.key === 'Enter' && open && active >= 0 && offer) take(offer)
    else if (event.key === 'Enter') send()
    else return
    event.preventDefault()
  }
  const type = (text: string) => {
    onChange(text)
    setTyping(text !== '')
    setActive(-1)
    setBack(0)
  }
  return { open, active, close, take, send, press, type }
}
