import type { PaymentAlert } from '@clutch/contract/api/payments/operator-payment-checks.ts'
import { paymentMethods } from '@clutch/contract/rules/payments/money.ts'
import { paymentAlertKinds } from '@clutch/contract/rules/payments/payment-alerts.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../../locales/translate.ts'
import { Stack } from '../../../../ui/layout/layout.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import type { Column } from '../../kit/list/columns.ts'
import { ConsoleLink } from '../../kit/console-link.tsx'
import { ConsolePage } from '../../kit/console-page.tsx'
import { LocalList } from '../../kit/list/local-list.tsx'
import { RowTask } from '../../kit/list/row-task.tsx'
import { formatConsoleTime } from '../../kit/console-time.ts'
import { AlertDetail } from './alert-detail.tsx'
import styles from '../orders.module.css'
import { alertsQuery, dismissAlert } from '../orders.queries.ts'

/** Payment alerts that need attention, and their actions. */
export function AlertsPage() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(alertsQuery)
  const columns = useColumns()
  const kinds = paymentAlertKinds.filter((kind) => data?.some((alert) => alert.kind === kind) === true)
  return (
    <ConsolePage>
      <LocalList
        label={t(($) => $.adminOrders.alerts.label)}
        rows={data}
        columns={columns}
        keyOf={({ id }) => id}
        busy={isFetching}
        error={error}
        onRetry={() => void refetch()}
        filters={[
          {
            id: 'kind',
            label: t(($) => $.adminOrders.alerts.kind),
            options: kinds.map((value) => ({ value, text: t(($) => $.adminOrders.alerts.names[value]) })),
          },
        ]}
        passes={({ kind }, _, value) => kind === value}
        sortedBy="last"
        direction="desc"
        empty={{
          title: t(($) => $.adminOrders.alerts.empty),
          next: t(($) => $.adminOrders.alerts.emptyNext),
        }}
        rowActions={({ id }) => <DismissButton id={id} />}
      />
    </ConsolePage>
  )
}

function DismissButton({ id }: { id: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return (
    <RowTask
      run={async () => {
        await dismissAlert(client, id)
        showToast({ tone: 'info', title: t(($) => $.adminOrders.alerts.dismissed) })
      }}
    >
      {t(($) => $.adminOrders.alerts.dismiss)}
    </RowTask>
  )
}

function useColumns(): Column<PaymentAlert>[] {
  const { t } = useTranslation()
  return [
    {
      id: 'kind',
      title: t(($) => $.adminOrders.alerts.kind),
      value: ({ kind }) => t(($) => $.adminOrders.alerts.names[kind]),
      cell: ({ kind }) => (
        <Stack gap="xs">
          <strong>{t(($) => $.adminOrders.alerts.names[kind])}</strong>
          <span className={styles.hint}>{t(($) => $.adminOrders.alerts.hints[kind])}</span>
        </Stack>
      ),
      grow: true,
    },
    {
      id: 'subject',
      title: t(($) => $.adminOrders.alerts.subject),
      value: ({ subject }) => subject,
      cell: (alert) => <Subject alert={alert} />,
    },
    {
      id: 'detail',
      title: t(($) => $.adminOrders.alerts.detail),
      value: ({ detail }) => JSON.stringify(detail),
      cell: ({ detail }) => <AlertDetail detail={detail} />,
      fixed: true,
    },
    {
      id: 'count',
      title: t(($) => $.adminOrders.alerts.count),
      value: ({ count }) => count,
      end: true,
    },
    {
      id: 'first',
      title: t(($) => $.adminOrders.alerts.first),
      value: ({ first }) => formatConsoleTime(first),
    },
    { id: 'last', title: t(($) => $.adminOrders.alerts.last), value: ({ last }) => formatConsoleTime(last) },
  ]
}

/**
 * The subject of the alert with a link: an order by any of its numbers, a rented server, a daily report, or a
 * provider.
 */
function Subject({ alert: { kind, subject } }: { alert: PaymentAlert }) {
  const { t } = useTranslation()
  if (kind === 'rental-failed') return <ConsoleLink to={`rentals/${subject}`}>{subject}</ConsoleLink>
  if (kind === 'bill-differs' || kind === 'bill-missing') {
    return (
      <ConsoleLink to="orders/reports" query={{ report: subject }}>
        {subject}
      </ConsoleLink>
    )
  }
  const provider = paymentMethods.find((method) => method === subject)
  if (provider) {
    return <ConsoleLink to="orders/reports">{t(($) => $.adminOrders.methods[provider])}</ConsoleLink>
  }
  return (
    <ConsoleLink to="orders" query={{ find: subject }}>
      {subject}
    </ConsoleLink>
  )
}
