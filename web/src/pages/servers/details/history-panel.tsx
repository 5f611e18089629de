import { historyRanges, type ServerHistory } from '@clutch/contract/api/servers/servers.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { SegmentedControl } from '../../../ui/choices/segmented-control.tsx'
import { WhenInSight } from '../../../ui/loading/when-in-sight.tsx'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import { historyQuery } from '../servers.queries.ts'
import styles from './history-panel.module.css'
import { HistorySummaryText } from './history-summary.tsx'

/** A drawing that cannot be fetched is left out: the words below it say the same. */
const HistoryChart = lazy(async () => {
  const part = await import('./history-chart.tsx').catch(() => null)
  return { default: part?.HistoryChart ?? NoChart }
})

/** D16: how many played over the last day or week, drawn and in words. */
export function HistoryPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const [range, setRange] = useState<ServerHistory['range']>('24h')
  const history = useQuery({ ...historyQuery(id, range), placeholderData: keepPreviousData })
  return (
    <Panel
      title={t(($) => $.servers.detail.history)}
      action={
        <SegmentedControl
          label={t(($) => $.servers.detail.history)}
          options={historyRanges.map((value) => ({ value, text: t(($) => $.servers.detail.range[value]) }))}
          value={range}
          onChange={setRange}
        />
      }
    >
      <div className={styles.panel}>
        {history.data && history.data.points.length > 1 && (
          <>
            <WhenInSight before={<Waiting />}>
              <Suspense fallback={<Waiting />}>
                <HistoryChart history={history.data} />
              </Suspense>
            </WhenInSight>
            <HistorySummaryText history={history.data} />
          </>
        )}
        {history.data && history.data.points.length <= 1 && (
          <EmptyState icon="chart" title={t(($) => $.servers.detail.historyNone)} />
        )}
        {history.isPending && <Waiting />}
        {history.isError && !history.data && (
          <EmptyState
            icon="warning"
            title={t(($) => $.servers.detail.historyError)}
            action={<Button onClick={() => void history.refetch()}>{t(($) => $.common.retry)}</Button>}
          />
        )}
      </div>
    </Panel>
  )
}

function NoChart(_props: { history: ServerHistory }) {
  return null
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <div className={styles.waiting}>
      <Spinner size="l" label={t(($) => $.common.loading)} />
    </div>
  )
}
