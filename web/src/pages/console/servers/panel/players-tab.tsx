import type { LivePlayer } from '@clutch/contract/api/servers/operator-server-control.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../../ui/messages/empty-state.tsx'
import { Row } from '../../../../ui/layout/layout.tsx'
import { PanelBody } from '../../../../ui/layout/panel-head.tsx'
import { PersonList, PersonRow } from '../../../../ui/people/person-list.tsx'
import { SkeletonRows } from '../../../../ui/loading/skeleton.tsx'
import { Status } from '../../../../ui/status/status-dot.tsx'
import { ConsoleLink } from '../../kit/console-link.tsx'
import { ModerationDialog, type ModerationAction } from './moderation-dialog.tsx'
import { getServerName, useServerText } from '../server-text.ts'
import { playersQuery, type RegisteredServer } from '../servers.queries.ts'

interface ModerationTarget {
  act: ModerationAction
  player: LivePlayer
}

/** J: who is on the server now, and what an operator may do about them. */
export function PlayersTab({ server }: { server: RegisteredServer }) {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useQuery(playersQuery(server.id))
  const [chosen, setChosen] = useState<ModerationTarget | null>(null)
  const [open, setOpen] = useState(false)
  const choose = (next: ModerationTarget) => {
    setChosen(next)
    setOpen(true)
  }
  return (
    <PanelBody>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && <SkeletonRows rows={4} />}
      {data && <Status tone="info">{t(($) => $.adminServers.players.source[data.source])}</Status>}
      {data?.players.length === 0 && (
        <EmptyState icon="users" title={t(($) => $.adminServers.players.none)} />
      )}
      {data && data.players.length > 0 && (
        <PersonList label={t(($) => $.adminServers.players.list, { name: getServerName(server) })}>
          {data.players.map((player, place) => (
            <PlayerRow
              key={`${player.userId ?? place} ${player.name}`}
              player={player}
              off={server.has_rcon ? undefined : t(($) => $.adminServers.console.noRcon)}
              onAct={(act) => choose({ act, player })}
            />
          ))}
        </PersonList>
      )}
      {chosen && (
        <ModerationDialog
          key={`${chosen.act} ${chosen.player.userId} ${chosen.player.steamId} ${open}`}
          open={open}
          onClose={() => setOpen(false)}
          server={server}
          {...chosen}
        />
      )}
    </PanelBody>
  )
}

interface PlayerRowProps {
  player: LivePlayer
  /** Why nothing can be done. */
  off: string | undefined
  onAct: (act: ModerationAction) => void
}

function PlayerRow({ player, off, onAct }: PlayerRowProps) {
  const { t } = useTranslation()
  const words = useServerText()
  const { userId, steamId, name, bot, ping, seconds } = player
  const facts = [
    userId === null ? '' : `#${userId}`,
    bot ? t(($) => $.adminServers.players.bot) : '',
    ping === null ? '' : t(($) => $.adminServers.players.ping, { count: ping }),
    seconds === null ? '' : words.lasting(seconds),
  ].filter((fact) => fact !== '')
  return (
    <PersonRow
      name={name === '' ? '-' : name}
      facts={facts.join(' · ')}
      link={steamId !== null && <ConsoleLink to={`users/${steamId}`}>{steamId}</ConsoleLink>}
      actions={
        <Row gap="s">
          {userId !== null && (
            <Button
              size="sm"
              aria-label={t(($) => $.adminServers.players.kickNamed, { name })}
              disabledReason={off}
              onClick={() => onAct('kick')}
            >
              {t(($) => $.adminServers.players.kick)}
            </Button>
          )}
          {steamId !== null && (
            <Button
              size="sm"
              variant="risky"
              aria-label={t(($) => $.adminServers.players.banNamed, { name })}
              disabledReason={off}
              onClick={() => onAct('ban')}
            >
              {t(($) => $.adminServers.players.ban)}
            </Button>
          )}
        </Row>
      }
    />
  )
}
