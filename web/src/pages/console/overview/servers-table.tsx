import type { Overview } from '@clutch/contract/api/console/console.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { useNow } from '../../../app/time/use-now.ts'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { StatusDot, type StatusTone } from '../../../ui/status/status-dot.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { VisuallyHidden } from '../../../ui/text/text.tsx'
import { ConsoleLink } from '../kit/console-link.tsx'
import { useTimeAgo } from './use-time-ago.ts'

type ServerSummary = Overview['servers'][number]

const tones: Record<ServerSummary['state'], StatusTone> = {
  online: 'good',
  offline: 'bad',
  unknown: 'muted',
  hidden: 'muted',
}

/** The servers of the community as they are now; a name leads to the server's own panel. */
export function ServersTable({ servers }: { servers: readonly ServerSummary[] }) {
  const { t } = useTranslation()
  const ago = useTimeAgo()
  const now = useNow()
  if (servers.length === 0) {
    return (
      <EmptyState
        icon="servers"
        title={t(($) => $.adminOverview.servers.none)}
        action={<ConsoleLink to="servers">{t(($) => $.adminOverview.servers.add)}</ConsoleLink>}
      />
    )
  }
  const live = (server: ServerSummary, text: string) => (server.state === 'online' ? text : '-')
  return (
    <DataTable
      label={t(($) => $.adminOverview.servers.list)}
      keyOf={({ id }) => id}
      rows={servers}
      columns={[
        {
          id: 'name',
          title: t(($) => $.adminOverview.servers.name),
          grow: true,
          cell: ({ id, name, state }) => (
            <Row gap="s">
              <StatusDot tone={tones[state]} />
              <VisuallyHidden>{t(($) => $.adminOverview.servers.states[state])}</VisuallyHidden>
              <ConsoleLink quiet to={`servers?server=${id}`}>
                {name}
              </ConsoleLink>
            </Row>
          ),
        },
        {
          id: 'mode',
          title: t(($) => $.adminOverview.servers.mode),
          cell: ({ category }) => t(($) => $.servers.mode[category]),
        },
        {
          id: 'map',
          title: t(($) => $.adminOverview.servers.map),
          cell: (server) => live(server, server.map),
        },
        {
          id: 'players',
          title: t(($) => $.adminOverview.servers.players),
          end: true,
          cell: (server) => live(server, `${server.players} / ${server.max}`),
        },
        {
          id: 'seen',
          title: t(($) => $.adminOverview.servers.seen),
          end: true,
          cell: ({ seen, state }) =>
            state === 'hidden' ? t(($) => $.adminOverview.servers.states.hidden) : ago(seen, now),
        },
      ]}
    />
  )
}
