import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../../locales/translate.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Row } from '../../../../ui/layout/layout.tsx'
import { SegmentedControl } from '../../../../ui/choices/segmented-control.tsx'
import type { Column } from '../../kit/list/columns.ts'
import { ConsoleLink } from '../../kit/console-link.tsx'
import { ConsolePage } from '../../kit/console-page.tsx'
import { LocalList } from '../../kit/list/local-list.tsx'
import { PlayerCell } from '../../kit/player.tsx'
import { useAddressState } from '../../kit/address-state.ts'
import { useEditing } from '../../kit/forms/use-editing.ts'
import { formatConsoleTime } from '../../kit/console-time.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import styles from '../orders.module.css'
import { questionsQuery, type Question } from '../orders.queries.ts'

/** What buyers asked about their orders: those that wait, or also the answered ones. */
export function QuestionsPage() {
  const { t } = useTranslation()
  const address = useAddressState()
  const all = address.get('show') === 'all'
  const { data, error, isFetching, refetch } = useQuery(questionsQuery(all))
  const columns = useColumns()
  const answering = useEditing<Question>()
  return (
    <ConsolePage>
      <Row>
        <SegmentedControl
          label={t(($) => $.adminOrders.questions.show)}
          value={all ? 'all' : 'waiting'}
          onChange={(show) =>
            address.set({ show: show === 'all' ? 'all' : undefined, page: undefined }, true)
          }
          options={[
            { value: 'waiting', text: t(($) => $.adminOrders.questions.waiting) },
            { value: 'all', text: t(($) => $.adminOrders.questions.all) },
          ]}
        />
      </Row>
      <LocalList
        label={t(($) => $.adminOrders.questions.label)}
        rows={data}
        columns={columns}
        keyOf={({ id }) => id}
        busy={isFetching}
        error={error}
        onRetry={() => void refetch()}
        empty={{
          title: t(($) => $.adminOrders.questions.empty),
          next: t(($) => $.adminOrders.questions.emptyNext),
        }}
        rowActions={(question) => (
          <Button size="sm" onClick={() => answering.edit(question)}>
            {question.answer === null
              ? t(($) => $.adminOrders.questions.reply)
              : t(($) => $.adminOrders.questions.change)}
          </Button>
        )}
      />
      {answering.item && (
        <AnswerDialog
          key={answering.turn}
          open={answering.open}
          onClose={answering.close}
          question={answering.item}
        />
      )}
    </ConsolePage>
  )
}

function useColumns(): Column<Question>[] {
  const { t } = useTranslation()
  return [
    {
      id: 'number',
      title: t(($) => $.adminOrders.questions.order),
      value: ({ number }) => number,
      cell: ({ orderId, number }) => <ConsoleLink to={`orders/${orderId}`}>{number}</ConsoleLink>,
    },
    {
      id: 'buyer',
      title: t(($) => $.adminOrders.questions.buyer),
      value: ({ buyerName, steamId }) => buyerName || steamId,
      cell: ({ buyerName, steamId }) => <PlayerCell steamId={steamId} name={buyerName} />,
    },
    { id: 'steamId', title: 'SteamID64', value: ({ steamId }) => steamId, exported: true },
    {
      id: 'text',
      title: t(($) => $.adminOrders.questions.text),
      value: ({ text }) => text,
      cell: ({ text }) => <span className={styles.text}>{text}</span>,
      grow: true,
    },
    {
      id: 'asked',
      title: t(($) => $.adminOrders.questions.asked),
      value: ({ asked }) => formatConsoleTime(asked),
    },
    {
      id: 'answer',
      title: t(($) => $.adminOrders.questions.answer),
      value: ({ answer }) => answer,
      cell: ({ answer }) => <span className={styles.text}>{answer ?? '-'}</span>,
    },
    {
      id: 'answered',
      title: t(($) => $.adminOrders.questions.answeredAt),
      value: ({ answered }) => formatConsoleTime(answered),
    },
  ]
}
