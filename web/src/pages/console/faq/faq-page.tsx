import type { OperatorFaq } from '@clutch/contract/api/content/operator-faqs.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { useAction } from '../../../app/api/use-action.ts'
import { Button, IconButton } from '../../../ui/buttons/button.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { LocalList } from '../kit/list/local-list.tsx'
import { useConfirmation } from '../kit/forms/use-confirmation.tsx'
import { useEditing } from '../kit/forms/use-editing.ts'
import { useLocalizedText } from '../rentals/rental-text.ts'
import { FaqDialog } from './faq-dialog.tsx'
import { operatorFaqsQuery, publishFaq, removeFaq } from './faqs.queries.ts'
import { matchesFilter, useFaqColumns, useFaqFilters } from './faq-columns.tsx'

/** J1: every question of players and its answer, in the order they read them. */
export function FaqPage() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const say = useLocalizedText()
  const { data, isFetching, error, refetch } = useQuery(operatorFaqsQuery)
  const editing = useEditing<OperatorFaq>()
  const { ask, asking } = useConfirmation()
  const publish = useAction(async (faq: OperatorFaq) => {
    try {
      await publishFaq(faq.id, !faq.published)
    } finally {
      await client.invalidateQueries(operatorFaqsQuery)
    }
  })
  const remove = (faq: OperatorFaq) =>
    ask({
      title: t(($) => $.adminWords.faq.removeTitle),
      message: say(faq.question),
      action: t(($) => $.admin.form.remove),
      run: async () => {
        await removeFaq(faq)
        await client.invalidateQueries(operatorFaqsQuery)
      },
    })
  return (
    <ConsolePage>
      <ErrorNote error={publish.error} />
      <LocalList
        label={t(($) => $.adminWords.faq.list)}
        columns={useFaqColumns((faq) => void publish.run(faq))}
        keyOf={({ id }) => id}
        rows={data}
        busy={isFetching}
        error={error}
        onRetry={() => void refetch()}
        filters={useFaqFilters()}
        passes={matchesFilter}
        empty={{ title: t(($) => $.adminWords.faq.none), next: t(($) => $.adminWords.faq.noneNext) }}
        actions={
          <Button variant="primary" icon="plus" onClick={() => editing.edit(null)}>
            {t(($) => $.adminWords.faq.add)}
          </Button>
        }
        rowActions={(row) => (
          <Row gap="xs">
            <IconButton
              icon="pencil"
              size="sm"
              variant="ghost"
              label={t(($) => $.admin.form.edit)}
              onClick={() => editing.edit(row)}
            />
            <IconButton
              icon="trash"
              size="sm"
              variant="ghost"
              label={t(($) => $.admin.form.remove)}
              onClick={() => remove(row)}
            />
          </Row>
        )}
      />
      <FaqDialog
        key={editing.turn}
        open={editing.open}
        faq={editing.thing}
        after={Math.max(0, ...(data ?? []).map(({ position }) => position))}
        onClose={editing.close}
      />
      {asking}
    </ConsolePage>
  )
}
