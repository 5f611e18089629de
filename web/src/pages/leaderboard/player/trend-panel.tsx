import type { TrendDay } from '@clutch/contract/api/leaderboard/boards.ts'
import { boardModes, type BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { SegmentedControl } from '../../../ui/choices/segmented-control.tsx'
import { WhenInSight } from '../../../ui/loading/when-in-sight.tsx'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import { useIsMobile } from '../../../ui/state/use-media-query.ts'
import { trendQuery } from '../leaderboard.queries.ts'
import { TrendSummaryText } from './trend-summary.tsx'
import styles from './trend.module.css'

/** A drawing that cannot be fetched is left out: the words below it say the same. */
const TrendChart = lazy(async () => {
  const part = await import('./trend-chart.tsx').catch(() => null)
  return { default: part?.TrendChart ?? NoChart }
})

interface TrendPanelProps {
  steamId: string
  mode: BoardMode
  onMode: (mode: BoardMode) => void
}

/** How a player's last 90 days went in one mode, drawn and in words. */
export function TrendPanel({ steamId, mode, onMode }: TrendPanelProps) {
  const { t } = useTranslation()
  const mobile = useIsMobile()
  const trend = useQuery({ ...trendQuery(steamId, mode), placeholderData: keepPreviousData })
  const modes = (
    <SegmentedControl
      label={t(($) => $.leaderboard.modes)}
      options={boardModes.map((value) => ({ value, text: t(($) => $.leaderboard.mode[value]) }))}
      value={mode}
      onChange={onMode}
      wide={mobile}
    />
  )
  return (
    <Panel title={t(($) => $.leaderboard.trend.title)} action={!mobile && modes}>
      {mobile && modes}
      <div className={styles.panel}>
        {trend.data && trend.data.length > 0 && (
          <>
            <WhenInSight before={<Waiting />}>
              <Suspense fallback={<Waiting />}>
                <TrendChart days={trend.data} now={trend.dataUpdatedAt} />
              </Suspense>
            </WhenInSight>
            <TrendSummaryText days={trend.data} />
          </>
        )}
        {trend.data?.length === 0 && <EmptyState icon="chart" title={t(($) => $.leaderboard.trend.none)} />}
        {trend.isPending && <Waiting />}
        {trend.isError && trend.data === undefined && (
          <EmptyState
            icon="warning"
            title={t(($) => $.leaderboard.trend.failed)}
            action={<Button onClick={() => void trend.refetch()}>{t(($) => $.common.retry)}</Button>}
          />
        )}
      </div>
    </Panel>
  )
}

function NoChart(_props: { days: readonly TrendDay[]; now: number }) {
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
