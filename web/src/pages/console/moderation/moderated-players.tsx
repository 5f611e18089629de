import type { ModerationCommands } from '@clutch/contract/api/content/operator-portal-settings.ts'
import type { LivePlayer, LivePlayers } from '@clutch/contract/api/servers/operator-moderation.ts'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { PersonList, PersonRow } from '../../../ui/people/person-list.tsx'
import { Status } from '../../../ui/status/status-dot.tsx'
import { ConsoleLink } from '../kit/console-link.tsx'
import { useServerText } from '../servers/server-text.ts'
import { LiftDialog, liftActions } from './lift-dialog.tsx'
import {
  listActions,
  ModerationDialog,
  type ListAction,
  type Moderate,
  type SanctionEverywhere,
} from './moderation-dialog.tsx'

interface ModeratedPlayersProps {
  /** The name of the list. */
  label: string
  online: LivePlayers
  /** Those of the server; an empty one is not offered. */
  commands: ModerationCommands
  moderate: Moderate
  /** Makes a sanction on all servers; undefined where the operator may not, and for rented servers. */
  sanction?: SanctionEverywhere | undefined
  /** Whether the operator's role permits it. */
  mayModerate: boolean
  /** Why nothing can be done. */
  off?: string | undefined
}

/** J: who is on a server now, and what an operator may do about them. */
export function ModeratedPlayers({
  label,
  online,
  commands,
  moderate,
  sanction,
  mayModerate,
  off,
}: ModeratedPlayersProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<{ act: ListAction; player: LivePlayer } | null>(null)
  const [opened, setOpened] = useState<'player' | 'lift' | null>(null)
  const lifts = liftActions.filter((act) => commands[act] !== '')
  const choose = (act: ListAction, player: LivePlayer) => {
    setChosen({ act, player })
    setOpened('player')
  }
  return (
    <>
      <Row gap="s" wrap>
        <Status tone="info">{t(($) => $.adminServers.players.source[online.source])}</Status>
        {mayModerate && lifts.length > 0 && (
          <Button size="sm" disabledReason={off} onClick={() => setOpened('lift')}>
            {t(($) => $.adminServers.players.lift)}
          </Button>
        )}
      </Row>
      {online.players.length === 0 ? (
        <EmptyState icon="users" title={t(($) => $.adminServers.players.none)} />
      ) : (
        <PersonList label={label}>
          {online.players.map((player, place) => (
            <PlayerRow
              key={`${player.userId ?? place} ${player.name}`}
              player={player}
              actions={
                mayModerate ? listActions.filter((act) => commands[act] !== '' && canBe(act, player)) : []
              }
              off={off}
              onAct={(act) => choose(act, player)}
            />
          ))}
        </PersonList>
      )}
      {chosen && (
        <ModerationDialog
          key={`${chosen.act} ${chosen.player.userId} ${chosen.player.steamId} ${opened}`}
          open={opened === 'player'}
          onClose={() => setOpened(null)}
          moderate={moderate}
          sanction={sanction}
          {...chosen}
        />
      )}
      <LiftDialog
        key={`lift ${opened}`}
        open={opened === 'lift'}
        onClose={() => setOpened(null)}
        actions={lifts}
        moderate={moderate}
      />
    </>
  )
}

/** A kick is of a number, everything else of a SteamID. */
function canBe(act: ListAction, { userId, steamId }: LivePlayer): boolean {
  return act === 'kick' ? userId !== null : steamId !== null
}

interface PlayerRowProps {
  player: LivePlayer
  actions: readonly ListAction[]
  off: string | undefined
  onAct: (act: ListAction) => void
}

function PlayerRow({ player, actions, off, onAct }: PlayerRowProps) {
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
        <Row gap="s" wrap>
          {actions.map((act) => (
            <Button
              key={act}
              size="sm"
              {...(act === 'ban' && { variant: 'risky' })}
              aria-label={t(($) => $.adminServers.players.named[act], { name })}
              disabledReason={off}
              onClick={() => onAct(act)}
            >
              {t(($) => $.adminServers.players[act])}
            </Button>
          ))}
        </Row>
      }
    />
  )
}
