import type { ServerInfo } from '@clutch/contract/api/servers/servers.ts'
import { formatPlaytime } from '@clutch/contract/rules/servers/playtime.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { usePortal } from '../../../app/portal/portal-context.ts'
import { Link } from '../../../app/router/page-anchor.tsx'
import { useSession } from '../../../app/session/session.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import styles from './player-list.module.css'

interface PlayerListProps {
  /** Undefined while it is on its way. */
  info: ServerInfo | undefined
  failed: boolean
  retry: { busy: boolean; run: () => void }
  /** The server they are on, for reports. */
  serverId: string
}

/** Names and playtimes (D4), or why there are none. Old players remain when a reload fails. */
export function PlayerList({ info, failed, retry, serverId }: PlayerListProps) {
  const { t } = useTranslation()
  const session = useSession()
  const mayReport = usePortal().features.reports.enabled && session !== null
  if (info === undefined) {
    return (
      <div className={styles.instead}>
        {failed ? (
          <>
            <span role="alert" className={styles.error}>
              {t(($) => $.servers.players.error)}
            </span>
            <Button size="sm" submitting={retry.busy} onClick={retry.run}>
              {t(($) => $.common.retry)}
            </Button>
          </>
        ) : (
          <Spinner size="l" label={t(($) => $.servers.players.loading)} />
        )}
      </div>
    )
  }
  const { list } = info.players
  if (list.length === 0) return <div className={styles.instead}>{t(($) => $.servers.players.none)}</div>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reachable by keyboard
    <ul className={styles.players} tabIndex={0} aria-label={t(($) => $.servers.column.players)}>
      {info.names === 'hidden' && <li className={styles.hidden}>{t(($) => $.servers.players.hidden)}</li>}
      {list.map((player, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- players may share a name or have none
        <li key={place} className={styles.player}>
          <span className={player.name === '' ? styles.anonymous : styles.name}>
            {player.name === '' ? t(($) => $.servers.players.anonymous, { number: place + 1 }) : player.name}
          </span>
          {mayReport && player.name !== '' && (
            <Link
              to="/reports"
              search={{ server: serverId, name: player.name }}
              className={styles.report}
              aria-label={t(($) => $.servers.players.reportOf, { name: player.name })}
            >
              {t(($) => $.servers.players.report)}
            </Link>
          )}
          <span className={styles.time}>{formatPlaytime(player.raw.time)}</span>
        </li>
      ))}
    </ul>
  )
}
