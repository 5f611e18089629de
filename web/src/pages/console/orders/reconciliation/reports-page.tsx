import type { ReconciliationReport } from '@clutch/contract/api/payments/operator-payment-checks.ts'
import { formatMoney, paymentMethods } from '@clutch/contract/rules/payments/money.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../../locales/translate.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Status } from '../../../../ui/status/status-dot.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import type { Column } from '../../kit/list/columns.ts'
import { ConsolePage } from '../../kit/console-page.tsx'
import { LocalList } from '../../kit/list/local-list.tsx'
import { RowTask } from '../../kit/list/row-task.tsx'
import { useAddressState } from '../../kit/address-state.ts'
import { useEditing } from '../../kit/forms/use-editing.ts'
import { formatConsoleTime } from '../../kit/console-time.ts'
import { createReport, providersQuery, reportsQuery } from '../orders.queries.ts'
import { ProvidersPanel } from './providers-panel.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { ReportDifferences } from './report-differences.tsx'

const tones = { agrees: 'good', differs: 'bad', 'no-bill': 'busy' } as const

/** The providers, and each day compared with their bills. */
export function ReportsPage() {
  return (
    <ConsolePage>
      <ProvidersPanel />
      <Reports />
    </ConsolePage>
  )
}

function Reports() {
  const { t } = useTranslation()
  const address = useAddressState()
  const { data, error, isFetching, refetch } = useQuery(reportsQuery)
  const { data: providers = [] } = useQuery(providersQuery)
  const columns = useColumns()
  const making = useEditing<never>()
  const shown = address.get('report')
  const show = (key: string) => address.set({ report: key }, key !== '')
  return (
    <>
      <h2>{t(($) => $.adminOrders.reports.label)}</h2>
      <LocalList
        label={t(($) => $.adminOrders.reports.label)}
        rows={data}
        columns={columns}
        keyOf={keyOf}
        busy={isFetching}
        error={error}
        onRetry={() => void refetch()}
        filters={[
          {
            id: 'provider',
            label: t(($) => $.adminOrders.reports.provider),
            options: paymentMethods.map((value) => ({ value, text: t(($) => $.adminOrders.methods[value]) })),
          },
          {
            id: 'state',
            label: t(($) => $.adminOrders.reports.state),
            options: (['agrees', 'differs', 'no-bill'] as const).map((value) => ({
              value,
              text: t(($) => $.adminOrders.reports.states[value]),
            })),
          },
        ]}
        passes={(report, filter, value) => report[filter === 'provider' ? 'provider' : 'state'] === value}
        empty={{
          title: t(($) => $.adminOrders.reports.empty),
          next: t(($) => $.adminOrders.reports.emptyNext),
        }}
        actions={
          <Button
            icon="refresh"
            disabledReason={providers.length === 0 ? t(($) => $.adminOrders.reports.none) : undefined}
            onClick={() => making.edit(null)}
          >
            {t(($) => $.adminOrders.reports.make)}
          </Button>
        }
        rowLinks={(report) => (
          <Button size="sm" onClick={() => show(keyOf(report))}>
            {t(($) => $.adminOrders.reports.differences)}
          </Button>
        )}
        rowActions={(report) => <AgainButton report={report} />}
      />
      <ReportDifferences report={data?.find((report) => keyOf(report) === shown)} onClose={() => show('')} />
      <ReportDialog
        key={making.turn}
        open={making.open}
        onClose={making.close}
        providers={providers.map(({ provider }) => provider)}
      />
    </>
  )
}

function AgainButton({ report: { provider, day } }: { report: ReconciliationReport }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return (
    <RowTask
      run={async () => {
        await createReport(client, { provider, day })
        showToast({ tone: 'good', title: t(($) => $.adminOrders.reports.done) })
      }}
    >
      {t(($) => $.adminOrders.reports.again)}
    </RowTask>
  )
}

/** As the subject of an alert names it. */
function keyOf({ provider, day }: ReconciliationReport): string {
  return `${provider} ${day}`
}

function useColumns(): Column<ReconciliationReport>[] {
  const { t } = useTranslation()
  const sums = (
    { currency }: ReconciliationReport,
    { payments, paid, refunds, refunded }: ReconciliationReport['ours'],
  ) =>
    t(($) => $.adminOrders.reports.sums, {
      payments,
      paid: formatMoney(paid, currency),
      refunds,
      refunded: formatMoney(refunded, currency),
    })
  return [
    { id: 'day', title: t(($) => $.adminOrders.reports.day), value: ({ day }) => day },
    {
      id: 'provider',
      title: t(($) => $.adminOrders.reports.provider),
      value: ({ provider }) => t(($) => $.adminOrders.methods[provider]),
    },
    {
      id: 'state',
      title: t(($) => $.adminOrders.reports.state),
      value: ({ state }) => t(($) => $.adminOrders.reports.states[state]),
      cell: ({ state }) => (
        <Status tone={tones[state]}>{t(($) => $.adminOrders.reports.states[state])}</Status>
      ),
    },
    {
      id: 'differences',
      title: t(($) => $.adminOrders.reports.differences),
      value: ({ differences }) => differences.length,
      end: true,
    },
    {
      id: 'ours',
      title: t(($) => $.adminOrders.reports.ours),
      value: (report) => sums(report, report.ours),
      grow: true,
    },
    {
      id: 'theirs',
      title: t(($) => $.adminOrders.reports.theirs),
      value: (report) => (report.state === 'no-bill' ? report.problem : sums(report, report.theirs)),
    },
    {
      id: 'made',
      title: t(($) => $.adminOrders.reports.made),
      value: ({ made }) => formatConsoleTime(made),
    },
  ]
}
