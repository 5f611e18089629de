import type { OperatorFaq } from '@clutch/contract/api/content/operator-faqs.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Status } from '../../../ui/status/status-dot.tsx'
import { Switch } from '../../../ui/buttons/switch.tsx'
import { useMayChangePage } from '../kit/permissions.ts'
import type { Column, Filter } from '../kit/list/columns.ts'
import { formatConsoleTime } from '../kit/console-time.ts'
import { useLocalizedText } from '../rentals/rental-text.ts'
import { completeLanguages } from './complete-languages.ts'

const languages = ['zh', 'en'] as const

interface Publishing {
  /** What the switch of a question shows: also a change that is being saved. */
  isPublished: (faq: OperatorFaq) => boolean
  onPublish: (faq: OperatorFaq, published: boolean) => void
}

/** The columns of the list of questions. */
export function useFaqColumns({ isPublished, onPublish }: Publishing): Column<OperatorFaq>[] {
  const { t } = useTranslation()
  const say = useLocalizedText()
  const mayChange = useMayChangePage()
  const names = (faq: OperatorFaq) =>
    completeLanguages(faq).map((language) => t(($) => $.adminWords[language]))
  return [
    {
      id: 'question',
      title: t(($) => $.adminWords.faq.question),
      value: ({ question }) => [question.zh, question.en].filter(Boolean).join(' / '),
      cell: ({ question }) => say(question),
      grow: true,
    },
    { id: 'position', title: t(($) => $.adminWords.position), value: ({ position }) => position, end: true },
    {
      id: 'languages',
      title: t(($) => $.adminWords.faq.languages),
      value: (faq) => names(faq).join(', '),
      cell: (faq) =>
        completeLanguages(faq).length === languages.length ? (
          names(faq).join(' · ')
        ) : (
          <Status tone="busy">{names(faq).join(' · ')}</Status>
        ),
    },
    {
      id: 'published',
      title: t(($) => $.adminWords.faq.published),
      value: ({ published }) => published,
      cell: (faq) => (
        <Switch checked={isPublished(faq)} disabled={!mayChange} onChange={(on) => onPublish(faq, on)}>
          {isPublished(faq) ? t(($) => $.adminWords.faq.shown) : t(($) => $.adminWords.faq.hidden)}
        </Switch>
      ),
    },
    {
      id: 'updated',
      title: t(($) => $.adminWords.faq.updated),
      value: ({ updated }) => formatConsoleTime(updated),
    },
    {
      id: 'answer',
      title: t(($) => $.adminWords.faq.answer),
      value: ({ answer }) => [answer.zh, answer.en].filter(Boolean).join('\n'),
      exported: true,
    },
    { id: 'id', title: 'id', value: ({ id }) => id, exported: true },
  ]
}

/** Where a language is missing, and what players see. */
export function useFaqFilters(): Filter[] {
  const { t } = useTranslation()
  return [
    {
      id: 'missing',
      label: t(($) => $.adminWords.faq.missing),
      options: languages.map((value) => ({ value, text: t(($) => $.adminWords[value]) })),
    },
    {
      id: 'published',
      label: t(($) => $.adminWords.faq.published),
      options: [
        { value: 'yes', text: t(($) => $.adminWords.faq.shown) },
        { value: 'no', text: t(($) => $.adminWords.faq.hidden) },
      ],
    },
  ]
}

export function matchesFilter(faq: OperatorFaq, filter: string, value: string): boolean {
  if (filter === 'published') return faq.published === (value === 'yes')
  return !completeLanguages(faq).some((language) => language === value)
}
