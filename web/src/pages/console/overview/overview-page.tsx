import { overviewRanges } from '@clutch/contract/api/console/console.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { TwoColumns } from '../../../ui/layout/two-columns.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { SegmentedControl } from '../../../ui/choices/segmented-control.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { useAddressState } from '../kit/address-state.ts'
import { maySeePage, usePermissions } from '../kit/permissions.ts'
import { AttentionPanel } from './attention-panel.tsx'
import { FailedPanel } from './failed-jobs-panel.tsx'
import { FiguresRow } from './figures-row.tsx'
import { healthQuery, overviewQuery } from './overview.queries.ts'
import { PlayersPanel } from './players-panel.tsx'
import { RevenuePanel } from './revenue-panel.tsx'
import { ServersTable } from './servers-table.tsx'
import { ServicesPanel } from './services-panel.tsx'

/** J: a summary of players, income and failures. It updates by itself. */
export function OverviewPage() {
  const { t } = useTranslation()
  const address = useAddressState()
  const range = overviewRanges.find((one) => one === address.get('range')) ?? '24h'
  const overview = useQuery(overviewQuery(range))
  const { data: health, error } = useQuery(healthQuery)
  const shown = overview.data
  const permissions = usePermissions()
  return (
    <ConsolePage
      actions={
        <SegmentedControl
          label={t(($) => $.adminOverview.range)}
          options={overviewRanges.map((value) => ({ value, text: t(($) => $.adminOverview.ranges[value]) }))}
          value={range}
          onChange={(value) => address.set({ range: value === '24h' ? undefined : value })}
        />
      }
    >
      <ErrorNote
        error={overview.error ?? error}
        onRetry={() => void overview.refetch()}
        retrying={overview.isFetching}
      />
      {shown === undefined && overview.error === null && <SkeletonRows rows={8} />}
      {shown && (
        <Stack>
          <FiguresRow overview={shown} failed={health?.jobs.failed} />
          <PlayersPanel overview={shown} />
          <TwoColumns>
            {shown.revenue && <RevenuePanel revenue={shown.revenue} />}
            {health && maySeePage(permissions, 'jobs') && <FailedPanel jobs={health.jobs} />}
          </TwoColumns>
          {health && health.attention.length > 0 && <AttentionPanel attention={health.attention} />}
          <ServersTable servers={shown.servers} />
          {health && health.services.length > 0 && <ServicesPanel services={health.services} />}
        </Stack>
      )}
    </ConsolePage>
  )
}
