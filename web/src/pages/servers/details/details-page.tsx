import type { Server } from '@clutch/contract/api/servers/servers.ts'
import { displayName, isOnline } from '@clutch/contract/rules/servers/list/server-filter.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '../../../app/router/router-provider.tsx'
import { useTranslation } from '../../../locales/translate.ts'
import { ApiError } from '../../../app/api/api-error.ts'
import { useErrorText } from '../../../app/api/error-text.ts'
import { usePortal } from '../../../app/portal/portal-context.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { Page, Panel } from '../../../ui/layout/layout.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { PageTitle } from '../../../ui/text/page-title.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { VisuallyHidden } from '../../../ui/text/text.tsx'
import { BackLink, PageLink } from '../../../app/navigation/page-link.tsx'
import { PlayerList } from '../players/player-list.tsx'
import { playersQuery, serverQuery } from '../servers.queries.ts'
import styles from './details-page.module.css'
import { HistoryPanel } from './history-panel.tsx'
import { ServerHero } from './server-hero.tsx'

/** How often the players of a server that is being looked at are asked for, ms. */
const playersEveryMs = 10_000

/** D16: one server, live. */
export function DetailsPage() {
  const { t } = useTranslation()
  const { id } = useParams('/servers/details/$id')
  const server = useQuery(serverQuery(id))
  const words = useErrorText()
  const missing = server.error instanceof ApiError && [400, 404].includes(server.error.status)
  const retry = (
    <Button size="sm" submitting={server.isFetching} onClick={() => void server.refetch()}>
      {t(($) => $.common.retry)}
    </Button>
  )
  return (
    <Page measured>
      <BackLink to="/servers">{t(($) => $.servers.detail.back)}</BackLink>
      {server.isError && !missing && (
        <Note tone={server.data ? 'busy' : 'bad'} action={retry}>
          {server.data ? words(server.error) : t(($) => $.servers.detail.failed)}
        </Note>
      )}
      {missing && (
        <>
          <VisuallyHidden>
            <h1>{t(($) => $.servers.detail.missing)}</h1>
          </VisuallyHidden>
          <EmptyState
            icon="servers"
            title={t(($) => $.servers.detail.missing)}
            action={<PageLink to="/servers">{t(($) => $.servers.detail.back)}</PageLink>}
          >
            {t(($) => $.servers.detail.missingNext)}
          </EmptyState>
        </>
      )}
      {server.isPending && <SkeletonRows rows={4} />}
      {server.data && !missing && <Details server={server.data} />}
    </Page>
  )
}

function Details({ server }: { server: Server }) {
  const { t } = useTranslation()
  const online = isOnline(server)
  const { rules } = usePortal().features.servers.features
  const players = useQuery({
    ...playersQuery(server),
    enabled: online,
    staleTime: 0,
    refetchInterval: playersEveryMs,
  })
  return (
    <>
      <PageTitle>{displayName(server)}</PageTitle>
      <ServerHero server={server} rules={rules} />
      <div className={styles.columns}>
        <HistoryPanel id={server.id} />
        <Panel title={t(($) => $.servers.detail.players)} padded={false}>
          <div className={styles.players}>
            {online ? (
              <PlayerList
                info={players.data}
                failed={players.isError}
                retry={{ busy: players.isFetching, run: () => void players.refetch() }}
                serverId={server.id}
              />
            ) : (
              <EmptyState icon="users" title={t(($) => $.servers.offline)} />
            )}
          </div>
        </Panel>
      </div>
    </>
  )
}
