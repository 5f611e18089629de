import type { BoardPlayer } from '@clutch/contract/api/leaderboard/boards.ts'
import { formatHours, formatStat } from '@clutch/contract/rules/leaderboard/board-stats.ts'
import { memo } from 'react'
import { Link } from '../../../app/router/page-anchor.tsx'
import { useTranslation } from '../../../locales/translate.ts'
import { usePortal } from '../../../app/portal/portal-context.ts'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { formatDayAndTime } from '../../../app/time/community-dates.ts'
import { useStatText } from '../use-stat-text.ts'
import styles from './recent-servers.module.css'

type Played = BoardPlayer['servers'][number]

/** The servers a player was seen on, the latest first; each leads to its own page where that is switched on. */
export const RecentServers = memo(function RecentServers({ servers }: { servers: readonly Played[] }) {
  const { t } = useTranslation()
  const words = useStatText()
  return (
    <Panel title={t(($) => $.leaderboard.servers.title)} padded={false}>
      {servers.length === 0 ? (
        <EmptyState icon="servers" title={t(($) => $.leaderboard.servers.none)} />
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t(($) => $.leaderboard.servers.server)}</th>
              <th scope="col">{words.name('kills')}</th>
              <th scope="col">{words.name('playtime')}</th>
              <th scope="col">{t(($) => $.leaderboard.servers.last)}</th>
            </tr>
          </thead>
          <tbody>
            {servers.map((server) => (
              <Server key={server.id} server={server} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
})

function Server({ server: { id, name, kills, playtime, last } }: { server: Played }) {
  const { i18n } = useTranslation()
  const { enabled, features } = usePortal().features.servers
  return (
    <tr>
      <th scope="row">
        {enabled && features.details ? (
          <Link to="/servers/details/$id" params={{ id }} search={{}} className={styles.name}>
            {name}
          </Link>
        ) : (
          name
        )}
      </th>
      <td>{formatStat('kills', kills)}</td>
      <td>{formatHours(playtime)}</td>
      <td>{formatDayAndTime(last, i18n.language)}</td>
    </tr>
  )
}
