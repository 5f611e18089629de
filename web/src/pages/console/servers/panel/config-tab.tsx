import { operatorChangeServer } from '@clutch/contract/api/servers/operator-servers.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../../locales/translate.ts'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { useAction } from '../../../../app/api/use-action.ts'
import { useNow } from '../../../../app/time/use-now.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Facts } from '../../../../ui/tables/facts.tsx'
import { Row } from '../../../../ui/layout/layout.tsx'
import { PanelBody } from '../../../../ui/layout/panel-head.tsx'
import { Status } from '../../../../ui/status/status-dot.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { Permitted } from '../../kit/permitted.tsx'
import { useConfirmation } from '../../kit/forms/use-confirmation.tsx'
import { formatConsoleTime } from '../../kit/console-time.ts'
import { getFeedState, feedTones, getServerName, useServerText } from '../server-text.ts'
import { acknowledgeGaps, feedsQuery, revokeSecret, type RegisteredServer } from '../servers.queries.ts'

interface ConfigTabProps {
  server: RegisteredServer
  onEdit: () => void
  onTestLog: () => void
}

/** How a server is registered, how its log arrives, and the ways to change both. */
export function ConfigTab({ server, onEdit, onTestLog }: ConfigTabProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { ask, asking } = useConfirmation()
  const feed = useQuery(feedsQuery).data?.find((one) => one.server === server.id)
  const name = getServerName(server)
  const revoke = () =>
    ask({
      title: t(($) => $.adminServers.config.revokeAsk, { name }),
      message: t(($) => $.adminServers.config.revokeLoses),
      action: t(($) => $.adminServers.config.revoke),
      run: async () => {
        await revokeSecret(client, server.id)
        showToast({ tone: 'good', title: t(($) => $.adminServers.config.revoked), detail: name })
      },
    })
  const acknowledge = useAction(async () => {
    await acknowledgeGaps(client, server.id)
    showToast({ tone: 'good', title: t(($) => $.adminServers.config.acknowledged), detail: name })
  })
  return (
    <PanelBody>
      <ErrorNote error={acknowledge.error} />
      <Facts facts={[...useRegistered(server), ...useFeed(server.id)]} />
      <Permitted call={operatorChangeServer} serverId={server.id}>
        <Row wrap gap="s">
          <Button icon="pencil" onClick={onEdit}>
            {t(($) => $.adminServers.config.edit)}
          </Button>
          <Button icon="bolt" onClick={onTestLog}>
            {t(($) => $.adminServers.config.testLog)}
          </Button>
          {feed && feed.gaps > 0 && (
            <Button icon="check" submitting={acknowledge.busy} onClick={() => void acknowledge.run()}>
              {t(($) => $.adminServers.config.acknowledge)}
            </Button>
          )}
          {feed?.reports === true && (
            <Button variant="risky" onClick={revoke}>
              {t(($) => $.adminServers.config.revoke)}
            </Button>
          )}
        </Row>
      </Permitted>
      {asking}
    </PanelBody>
  )
}

/** The version of the game, and that players cannot join with a newer one. */
function formatVersion({ seen, outdated }: RegisteredServer, note: string): string {
  const version = seen?.gameVersion ?? '-'
  return outdated ? `${version} (${note})` : version
}

function useRegistered(server: RegisteredServer) {
  const { t } = useTranslation()
  const words = useServerText()
  const yes = (is: boolean) => t(($) => (is ? $.adminServers.config.yes : $.adminServers.config.no))
  return [
    { name: t(($) => $.adminServers.column.mode), text: words.mode(server.category) },
    { name: t(($) => $.adminServers.column.region), text: words.region(server.region) },
    { name: t(($) => $.adminServers.config.protocol), text: server.protocol },
    {
      name: t(($) => $.adminServers.column.version),
      text: formatVersion(
        server,
        t(($) => $.adminServers.state.outdated),
      ),
    },
    {
      name: t(($) => $.adminServers.config.rcon),
      text: t(($) => (server.has_rcon ? $.adminServers.config.stored : $.adminServers.config.missing)),
    },
    {
      name: t(($) => $.adminServers.column.board),
      text: t(($) => $.adminServers.boards[server.board ?? 'none']),
    },
    { name: t(($) => $.adminServers.config.minHumans), text: server.min_humans },
    { name: t(($) => $.adminServers.config.freeForAll), text: yes(server.free_for_all) },
    { name: t(($) => $.adminServers.config.mayBind), text: yes(server.may_bind) },
    {
      name: t(($) => $.adminServers.form.moderationPreset),
      text:
        server.moderation_preset === null
          ? t(($) => $.adminServers.form.presetOfPortal)
          : t(($) => $.adminServers.commands.moderationPresets[server.moderation_preset ?? 'off']),
    },
    {
      name: t(($) => $.adminServers.form.vipServerId),
      text: server.vip_server_id ?? t(($) => $.adminServers.form.presetOfPortal),
    },
    { name: t(($) => $.adminServers.config.reserved), text: server.reserved },
    { name: t(($) => $.adminServers.config.pin), text: server.ontop },
    { name: t(($) => $.adminServers.config.weight), text: server.star },
    { name: t(($) => $.adminServers.config.created), text: formatConsoleTime(server.created) },
  ]
}

function useFeed(id: string) {
  const { t } = useTranslation()
  const words = useServerText()
  const now = useNow(5_000)
  const feed = useQuery(feedsQuery).data?.find(({ server }) => server === id)
  const state = getFeedState(feed, now)
  const known = feed && state !== 'none'
  return [
    {
      name: t(($) => $.adminServers.config.feed),
      text: (
        <Status tone={feedTones[state]}>
          {t(($) => $.adminServers.feed[state])}
          {known ? ` · ${words.ago(feed.last, now)}` : ''}
        </Status>
      ),
    },
    ...(known
      ? [
          {
            name: '',
            text: t(($) => $.adminServers.config.batches, { count: feed.batches, waiting: feed.waiting }),
          },
        ]
      : []),
    ...(feed && feed.gaps > 0
      ? [
          {
            name: t(($) => $.adminServers.config.gaps),
            text: t(($) => $.adminServers.config.gapsMissing, {
              gaps: feed.gaps,
              n: Math.ceil(feed.missing / 1000),
            }),
          },
        ]
      : []),
  ]
}
