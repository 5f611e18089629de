import { operatorReapplyVip, type operatorListVipServers } from '@clutch/contract/api/vip/operator-vip.ts'
import type { Reply } from '@clutch/contract/api/call.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { Permitted } from '../kit/permitted.tsx'
import { ConsoleLink } from '../kit/console-link.tsx'
import { RowTask } from '../kit/list/row-task.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import { reapplyVip, vipServersQuery } from './privileges.queries.ts'

type VipServer = Reply<typeof operatorListVipServers>[number]

/** F8: The state of VIP on each game server that can receive it. */
export function VipServers() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(vipServersQuery)
  const title = t(($) => $.adminPrices.privileges.servers)
  return (
    <Panel title={title} padded={false}>
      <ErrorNote error={data ? null : error} onRetry={() => void refetch()} retrying={isFetching} />
      {data?.length === 0 && (
        <EmptyState icon="servers" title={t(($) => $.adminPrices.privileges.noServers)}>
          {t(($) => $.adminPrices.privileges.noServersNext)}
        </EmptyState>
      )}
      {data && data.length > 0 && <Servers title={title} servers={data} />}
    </Panel>
  )
}

function Servers({ title, servers }: { title: string; servers: readonly VipServer[] }) {
  const { t } = useTranslation()
  return (
    <DataTable
      label={title}
      keyOf={({ server }) => server}
      rows={servers}
      columns={[
        {
          id: 'server',
          title: t(($) => $.adminPrices.privileges.server),
          cell: ({ server, name }) => <ConsoleLink to={`servers?server=${server}`}>{name}</ConsoleLink>,
        },
        {
          id: 'applied',
          title: t(($) => $.adminPrices.privileges.applied),
          end: true,
          cell: ({ applied }) => applied,
        },
        {
          id: 'waiting',
          title: t(($) => $.adminPrices.privileges.waiting),
          end: true,
          cell: ({ waiting }) => waiting,
        },
        {
          id: 'problem',
          title: t(($) => $.adminPrices.privileges.problem),
          grow: true,
          cell: ({ problem }) => problem || '-',
        },
        {
          id: 'tried',
          title: t(($) => $.adminPrices.privileges.tried),
          cell: ({ tried }) => formatConsoleTime(tried),
        },
      ]}
      actionsTitle={t(($) => $.adminPrices.privileges.reapply)}
      actions={(server) => (
        <Permitted call={operatorReapplyVip}>
          <Reapply server={server} />
        </Permitted>
      )}
    />
  )
}

function Reapply({ server: { server, name } }: { server: VipServer }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return (
    <RowTask
      label={t(($) => $.adminPrices.privileges.reapplyOf, { name })}
      run={async () => {
        await reapplyVip(server)
        showToast({ tone: 'good', title: t(($) => $.adminPrices.privileges.reapplied) })
        await client.invalidateQueries(vipServersQuery)
      }}
    >
      {t(($) => $.adminPrices.privileges.reapply)}
    </RowTask>
  )
}
