import type { Faq } from '@clutch/contract/api/content/faqs.ts'
import { useLocation } from '../../app/router/router-provider.tsx'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { useBrowserValue } from '../../ui/state/first-rendering.ts'
import { Question } from './question.tsx'
import styles from './faq.module.css'

interface QuestionsProps {
  faqs: readonly Faq[]
  /** The search words. */
  words: readonly string[]
  /** An address that names a question was followed: nothing may hide it. */
  onLinked: () => void
}

/** Questions that open under a press; the one that the address names is open, in sight and focused. */
export function Questions({ faqs, words, onLinked }: QuestionsProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLElement>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const linked = useLinkedQuestion(onLinked)
  const [seen, setSeen] = useState('')
  if (linked !== seen) {
    setSeen(linked)
    setOpen(new Set([...open, linked]))
  }
  const headings = () => [...(list.current?.querySelectorAll<HTMLButtonElement>('h2 button') ?? [])]
  useEffect(() => {
    const heading = linked === '' ? null : headings().find(({ dataset }) => dataset['faq'] === linked)
    heading?.scrollIntoView({ block: 'start' })
    heading?.focus({ preventScroll: true })
  }, [linked])
  const toggle = (id: string) => {
    const others = new Set(open)
    setOpen(others.delete(id) ? others : new Set([...open, id]))
  }
  return (
    <section ref={list} aria-label={t(($) => $.faq.list)} className={styles.list}>
      {faqs.map((faq) => (
        <Question
          key={faq.id}
          faq={faq}
          words={words}
          open={open.has(faq.id)}
          onToggle={() => toggle(faq.id)}
          onKeyDown={(event) => moveFocus(event, headings())}
        />
      ))}
    </section>
  )
}

/**
 * Returns the question named after `#` in the address; empty if there is none. Calls `onLinked` each time it
 * changes.
 */
function useLinkedQuestion(onLinked: () => void): string {
  const address = useLocation(({ hash }) => hash)
  // The portal does not receive what follows `#`.
  const hash = useBrowserValue(() => address, '')
  const latest = useRef(onLinked)
  useEffect(() => {
    latest.current = onLinked
  })
  useEffect(() => {
    if (hash !== '') latest.current()
  }, [hash])
  return hash
}

/** Arrow keys, Home and End go from one question to another. */
function moveFocus(event: KeyboardEvent, headings: readonly HTMLButtonElement[]): void {
  const at = headings.findIndex((heading) => heading === event.target)
  if (at === -1) return
  const last = headings.length - 1
  const places: Record<string, number> = {
    ArrowDown: Math.min(at + 1, last),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: last,
  }
  const next = headings[places[event.key] ?? -1]
  if (!next) return
  event.preventDefault()
  next.focus()
}
