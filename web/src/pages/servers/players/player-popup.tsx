import type { Server } from '@clutch/contract/api/servers/servers.ts'
import { displayName } from '@clutch/contract/rules/servers/list/server-filter.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/buttons/button.tsx'
import { Popover } from '../../../ui/dialogs/popover.tsx'
import { playersQuery } from '../servers.queries.ts'
import { ServerLinks } from '../list/rows/details-link.tsx'
import { PlayerList } from './player-list.tsx'
import styles from './player-popup.module.css'

export interface OpenPopup {
  server: Server
  name: HTMLElement
}

export interface PlayerPopupProps {
  popup: OpenPopup | null
  onClose: () => void
}

/** D4: who plays on a server, hanging on its name. */
export function PlayerPopup({ popup, onClose }: PlayerPopupProps) {
  const { t } = useTranslation()
  const name = popup === null ? '' : displayName(popup.server)
  return (
    <Popover
      open={popup !== null}
      onClose={onClose}
      anchor={popup?.name ?? null}
      label={t(($) => $.servers.players.title, { name })}
    >
      {popup && <Players server={popup.server} name={name} onClose={onClose} />}
    </Popover>
  )
}

function Players({ server, name, onClose }: { server: Server; name: string; onClose: () => void }) {
  const { t } = useTranslation()
  const players = useQuery(playersQuery(server))
  return (
    <div className={styles.popup}>
      <div className={styles.head}>
        <b className={styles.name}>{name}</b>
        {players.data && <span className={styles.count}>{players.data.players.list.length}</span>}
        <span className={styles.spring} />
        <span className={styles.links}>
          <ServerLinks id={server.id} />
          <IconButton
            icon="close"
            variant="ghost"
            size="sm"
            label={t(($) => $.common.close)}
            tooltip={null}
            onClick={onClose}
          />
        </span>
      </div>
      <div className={styles.list}>
        <PlayerList
          info={players.data}
          failed={players.isError}
          retry={{ busy: players.isFetching, run: () => void players.refetch() }}
          serverId={server.id}
        />
      </div>
    </div>
  )
}
