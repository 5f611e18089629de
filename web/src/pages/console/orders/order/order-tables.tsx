import { formatMoney } from '@clutch/contract/rules/payments/money.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import { DataTable } from '../../../../ui/tables/data-table.tsx'
import { Stack } from '../../../../ui/layout/layout.tsx'
import { ConsoleLink } from '../../kit/console-link.tsx'
import { formatConsoleTime } from '../../kit/console-time.ts'
import { formatProviderMoney } from '../money-text.ts'
import { CopyableNumber } from '../copyable-number.tsx'
import { AttemptStatus, RefundStatus } from '../order-status.tsx'
import type { Attempt, Refund } from '../orders.queries.ts'

/** Every payment attempt of an order. */
export function AttemptsTable({ attempts }: { attempts: readonly Attempt[] }) {
  const { t } = useTranslation()
  const title = t(($) => $.adminOrders.one.payments)
  return (
    <Stack>
      <h2>{title}</h2>
      {attempts.length === 0 ? (
        <p>{t(($) => $.adminOrders.one.noAttempts)}</p>
      ) : (
        <DataTable
          label={title}
          rows={attempts}
          keyOf={({ id }) => id}
          columns={[
            {
              id: 'no',
              title: t(($) => $.adminOrders.attempt.no),
              cell: ({ no }) => <CopyableNumber number={no} />,
              grow: true,
            },
            {
              id: 'method',
              title: t(($) => $.adminOrders.list.method),
              cell: ({ method }) => t(($) => $.adminOrders.methods[method]),
            },
            {
              id: 'state',
              title: t(($) => $.adminOrders.attempt.state),
              cell: ({ state }) => <AttemptStatus state={state} />,
            },
            {
              id: 'amount',
              title: t(($) => $.adminOrders.attempt.amount),
              cell: (attempt) => <Sum attempt={attempt} />,
              end: true,
            },
            {
              id: 'left',
              title: t(($) => $.adminOrders.attempt.left),
              cell: ({ left, held, currency }) =>
                left === 0 ? '-' : formatProviderMoney(left, held?.currency ?? currency),
              end: true,
            },
            {
              id: 'reference',
              title: t(($) => $.adminOrders.attempt.reference),
              cell: ({ reference }) => <CopyableNumber number={reference} />,
              grow: true,
            },
            {
              id: 'created',
              title: t(($) => $.adminOrders.attempt.created),
              cell: ({ created }) => formatConsoleTime(created),
            },
            {
              id: 'paid',
              title: t(($) => $.adminOrders.list.paid),
              cell: ({ paid }) => formatConsoleTime(paid),
            },
            // Only what the provider is still to be asked about has a next time.
            ...(attempts.some(({ next }) => next !== null)
              ? [
                  {
                    id: 'next',
                    title: t(($) => $.adminOrders.attempt.next),
                    cell: ({ next }: Attempt) => formatConsoleTime(next),
                  },
                ]
              : []),
          ]}
        />
      )}
    </Stack>
  )
}

/** The requested amount, the amount the provider holds if it differs, and whether it paid for the order. */
function Sum({ attempt: { amount, currency, held, state, pays } }: { attempt: Attempt }) {
  const { t } = useTranslation()
  const asked = formatMoney(amount, currency)
  if (held !== null) {
    const there = formatProviderMoney(held.amount, held.currency)
    return `${asked} (${t(($) => $.adminOrders.attempt.held, { amount: there })})`
  }
  return state === 'paid' && !pays ? `${asked} (${t(($) => $.adminOrders.attempt.extra)})` : asked
}

/** What went back, or is on its way. */
export function RefundsTable({ refunds }: { refunds: readonly Refund[] }) {
  const { t } = useTranslation()
  const title = t(($) => $.adminOrders.one.refunds)
  if (refunds.length === 0) return null
  return (
    <Stack>
      <h2>{title}</h2>
      <DataTable
        label={title}
        rows={refunds}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'no',
            title: t(($) => $.adminOrders.back.no),
            cell: ({ no }) => <CopyableNumber number={no} />,
          },
          {
            id: 'amount',
            title: t(($) => $.adminOrders.back.amount),
            cell: ({ amount, currency }) => formatMoney(amount, currency),
            end: true,
          },
          {
            id: 'state',
            title: t(($) => $.adminOrders.back.state),
            cell: ({ state }) => <RefundStatus state={state} />,
          },
          {
            id: 'reason',
            title: t(($) => $.adminOrders.back.reason),
            cell: ({ reason }) => reason,
            grow: true,
          },
          { id: 'by', title: t(($) => $.adminOrders.back.by), cell: ({ by }) => <Initiator by={by} /> },
          {
            id: 'reference',
            title: t(($) => $.adminOrders.attempt.reference),
            cell: ({ reference }) => <CopyableNumber number={reference} />,
          },
          {
            id: 'created',
            title: t(($) => $.adminOrders.back.created),
            cell: ({ created }) => formatConsoleTime(created),
          },
          {
            id: 'done',
            title: t(($) => $.adminOrders.back.done),
            cell: ({ done }) => formatConsoleTime(done),
          },
          {
            id: 'problem',
            title: t(($) => $.adminOrders.one.problem),
            cell: ({ problem }) => problem || '-',
          },
        ]}
      />
    </Stack>
  )
}

function Initiator({ by }: { by: string }) {
  const { t } = useTranslation()
  if (by === 'portal') return t(($) => $.adminOrders.back.byPortal)
  if (by === 'operator') return t(($) => $.adminOrders.back.byToken)
  if (by.startsWith('token:')) return t(($) => $.adminOrders.back.byApiToken, { name: by.slice(6) })
  return <ConsoleLink to={`users/${by}`}>{by}</ConsoleLink>
}
