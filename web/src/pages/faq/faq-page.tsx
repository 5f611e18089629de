import type { Faq } from '@clutch/contract/api/content/faqs.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { pageLanguage, useTranslation } from '../../locales/translate.ts'
import { FirstViewPart } from '../../app/first-view/first-view-part.tsx'
import { useSanitizer } from '../../app/html/lazy-sanitizer.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Emphasised } from '../../ui/text/emphasised.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { Page, PageHeader, Row } from '../../ui/layout/layout.tsx'
import { Note } from '../../ui/messages/note.tsx'
import { SearchField } from '../../ui/search/search-field.tsx'
import { SkeletonRows } from '../../ui/loading/skeleton.tsx'
import { faqsQuery } from './faq.queries.ts'
import { matchesSearch, searchWords } from './faq-search.ts'
import { Questions } from './questions.tsx'
import styles from './faq.module.css'

/** J1: The players' questions with answers and a search; public. */
export function FaqPage() {
  const { t } = useTranslation()
  const { data, error, isPending, isFetching, refetch } = useQuery(faqsQuery(pageLanguage()))
  return (
    <Page measured>
      <PageHeader title={t(($) => $.faq.title)} facts={t(($) => $.faq.lead)} />
      {error !== null && (
        <Note
          tone="bad"
          action={
            <Button size="sm" submitting={isFetching} onClick={() => void refetch()}>
              {t(($) => $.common.retry)}
            </Button>
          }
        >
          {t(($) => $.faq.failed)}
        </Note>
      )}
      {isPending && <SkeletonRows rows={5} />}
      {data && (data.length === 0 ? <NoQuestions /> : <SearchResults faqs={data} />)}
    </Page>
  )
}

function NoQuestions() {
  const { t } = useTranslation()
  return (
    <EmptyState icon="question" title={t(($) => $.faq.none)}>
      {t(($) => $.faq.noneNext)}
    </EmptyState>
  )
}

function SearchResults({ faqs }: { faqs: readonly Faq[] }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const words = searchWords(typed)
  const sanitizer = useSanitizer()
  const searchable = useMemo(
    () => faqs.map((faq) => ({ ...faq, text: sanitizer?.htmlToText(faq.answer) ?? '' })),
    [faqs, sanitizer],
  )
  const found = searchable.filter((faq) => matchesSearch(faq, words))
  const count = found.length
  const reset = () => setTyped('')
  return (
    <>
      <div className={styles.tools}>
        <SearchField label={t(($) => $.faq.search)} value={typed} onChange={setTyped} />
        <Row gap="s">
          <output className={styles.count}>
            <Emphasised
              text={
                words.length === 0
                  ? t(($) => $.faq.all, { count })
                  : t(($) => $.faq.found, { count, all: faqs.length })
              }
            />
          </output>
          {words.length > 0 && (
            <Button variant="ghost" size="sm" onClick={reset}>
              {t(($) => $.faq.reset)}
            </Button>
          )}
        </Row>
      </div>
      {count === 0 ? (
        <EmptyState
          icon="search"
          title={t(($) => $.faq.notFound)}
          action={<Button onClick={reset}>{t(($) => $.faq.showAll)}</Button>}
        >
          {t(($) => $.faq.notFoundNext)}
        </EmptyState>
      ) : (
        <FirstViewPart>
          <Questions faqs={found} words={words} onLinked={reset} />
        </FirstViewPart>
      )}
    </>
  )
}
