import { useQueryClient } from '@tanstack/react-query'
import { ResourcePage } from '../kit/list/resource-page.tsx'
import { useTranslation } from '../../../locales/translate.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { useLatestSave } from '../../../app/api/use-latest-save.ts'
import { useLocalizedText } from '../rentals/rental-text.ts'
import { FaqDialog } from './faq-dialog.tsx'
import { operatorFaqsQuery, publishFaq, removeFaq } from './faqs.queries.ts'
import { matchesFilter, useFaqColumns, useFaqFilters } from './faq-columns.tsx'

/** J1: every question of players and its answer, in the order they read them. */
export function FaqPage() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const say = useLocalizedText()
  const publish = useLatestSave<Record<string, boolean>>({}, async (part) => {
    try {
      await Promise.all(Object.entries(part).map(([id, published]) => publishFaq(id, published === true)))
    } finally {
      await client.invalidateQueries(operatorFaqsQuery)
    }
  })
  return (
    <ResourcePage
      query={operatorFaqsQuery}
      label={t(($) => $.adminWords.faq.list)}
      columns={useFaqColumns({
        isPublished: ({ id, published }) => publish.value[id] ?? published,
        onPublish: ({ id }, published) => publish.change({ [id]: published }),
      })}
      keyOf={({ id }) => id}
      filters={useFaqFilters()}
      passes={matchesFilter}
      empty={{ title: t(($) => $.adminWords.faq.none), next: t(($) => $.adminWords.faq.noneNext) }}
      addText={t(($) => $.adminWords.faq.add)}
      removal={{
        title: () => t(($) => $.adminWords.faq.removeTitle),
        message: ({ question }) => say(question),
        run: removeFaq,
      }}
      renderBefore={() => <ErrorNote error={publish.error} />}
      renderDialog={({ open, item, rows, onClose }) => (
        <FaqDialog
          open={open}
          faq={item}
          after={Math.max(0, ...rows.map(({ position }) => position))}
          onClose={onClose}
        />
      )}
    />
  )
}
