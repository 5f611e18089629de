import type { Faq } from '@clutch/contract/api/content/faqs.ts'
import { useId, type KeyboardEvent } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { AnswerHtml } from '../../app/html/answer-html.tsx'
import { formatLongDay } from '../../app/time/community-dates.ts'
import { CopyButton } from '../../app/copy/copy-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useBrowserValue } from '../../ui/state/first-rendering.ts'
import { splitMatches } from './faq-search.ts'
import styles from './faq.module.css'

interface QuestionProps {
  faq: Faq
  words: readonly string[]
  open: boolean
  onToggle: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** One question, and under it, while it is open, the answer, its day and its link. */
export function Question({ faq, words, open, onToggle, onKeyDown }: QuestionProps) {
  const { t, i18n } = useTranslation()
  const panel = useId()
  const origin = useBrowserValue(() => location.origin, '')
  const date = formatLongDay(faq.updatedAt, i18n.language)
  return (
    <div className={styles.item} data-open={open || undefined}>
      <h2 className={styles.heading}>
        <button
          type="button"
          id={`${panel}button`}
          data-faq={faq.id}
          className={styles.question}
          aria-expanded={open}
          aria-controls={panel}
          onClick={onToggle}
          onKeyDown={onKeyDown}
        >
          <span className={styles.words}>
            {splitMatches(faq.question, words).map((part, at) =>
              // oxlint-disable-next-line react/no-array-index-key -- the parts of one text, which have no other name
              at % 2 === 1 ? <mark key={at}>{part}</mark> : part,
            )}
          </span>
          <Icon name="chevron" />
        </button>
      </h2>
      <section id={panel} aria-labelledby={`${panel}button`} className={styles.panel} hidden={!open}>
        <AnswerHtml html={faq.answer} />
        <footer className={styles.foot}>
          <time dateTime={new Date(faq.updatedAt).toISOString()}>{t(($) => $.faq.updated, { date })}</time>
          <CopyButton
            text={`${origin}/faq#${faq.id}`}
            label={t(($) => $.faq.copyLinkTo, { question: faq.question })}
          >
            {t(($) => $.faq.copyLink)}
          </CopyButton>
        </footer>
      </section>
    </div>
  )
}
