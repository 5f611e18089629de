import type { ReconciliationReport } from '@clutch/contract/api/payments/operator-payment-checks.ts'
import { formatMoney } from '@clutch/contract/rules/payments/money.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import { DataTable } from '../../../../ui/tables/data-table.tsx'
import { Dialog } from '../../../../ui/dialogs/dialog.tsx'
import { Note } from '../../../../ui/messages/note.tsx'
import { ConsoleLink } from '../../kit/console-link.tsx'

interface ReportDifferencesProps {
  report: ReconciliationReport | undefined
  onClose: () => void
}

/** What a day's bill says that we do not, and the other way round, line by line. */
export function ReportDifferences({ report, onClose }: ReportDifferencesProps) {
  const { t } = useTranslation()
  const provider = report ? t(($) => $.adminOrders.methods[report.provider]) : ''
  const title = t(($) => $.adminOrders.reports.show, { provider, day: report?.day ?? '' })
  return (
    <Dialog open={report !== undefined} onClose={onClose} title={title} width="l">
      {report && <Lines report={report} title={title} />}
    </Dialog>
  )
}

function Lines({ report, title }: { report: ReconciliationReport; title: string }) {
  const { t } = useTranslation()
  if (report.problem !== '') return <Note tone="bad">{report.problem}</Note>
  if (report.differences.length === 0) {
    return <Note tone="info">{t(($) => $.adminOrders.reports.noDifferences)}</Note>
  }
  const money = (amount: number | null) => (amount === null ? '-' : formatMoney(amount, report.currency))
  return (
    <DataTable
      label={title}
      rows={report.differences}
      keyOf={({ kind, what, no }) => `${kind} ${what} ${no}`}
      columns={[
        {
          id: 'kind',
          title: t(($) => $.adminOrders.reports.kind),
          cell: ({ kind }) => t(($) => $.adminOrders.reports.kinds[kind]),
        },
        {
          id: 'what',
          title: t(($) => $.adminOrders.reports.what),
          cell: ({ what }) => t(($) => $.adminOrders.reports.whats[what]),
        },
        {
          id: 'no',
          title: t(($) => $.adminOrders.reports.no),
          cell: ({ no }) => (
            <ConsoleLink to="orders" query={{ find: no }}>
              {no}
            </ConsoleLink>
          ),
          grow: true,
        },
        {
          id: 'ours',
          title: t(($) => $.adminOrders.reports.ours),
          cell: ({ ours }) => money(ours),
          end: true,
        },
        {
          id: 'theirs',
          title: t(($) => $.adminOrders.reports.theirs),
          cell: ({ theirs }) => money(theirs),
          end: true,
        },
      ]}
    />
  )
}
