import { boardColumns } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { formatRank, formatStat, computeStat } from '@clutch/contract/rules/leaderboard/board-stats.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import { Avatar } from '../../../../ui/pictures/avatar.tsx'
import { joinClassNames } from '../../../../ui/styles/class-names.ts'
import { VisuallyHidden } from '../../../../ui/text/text.tsx'
import type { BoardView } from '../../board-view.ts'
import { Badges, SteamLink, YouBadge } from '../../player-name.tsx'
import { useStatText } from '../../use-stat-text.ts'
import rows from '../board-cards.module.css'
import styles from './own-card.module.css'
import { OwnName } from './own-name.tsx'
import type { OwnRank } from './use-own-rank.ts'

interface OwnCardProps {
  own: OwnRank
  view: BoardView
  /** Shows all columns of the mode, where there is no table below; else the three phone columns. */
  wide?: boolean
}

/** I1: The viewer's own result as a card: on a phone, and where the board has no table. */
export function OwnCard({ own, view, wide = false }: OwnCardProps) {
  const { t } = useTranslation()
  const words = useStatText()
  const { user, groups, row } = own
  const { table, mobile } = boardColumns[view.mode]
  return (
    <section aria-label={t(($) => $.leaderboard.own)} className={styles.card}>
      <span className={styles.rank}>
        <VisuallyHidden>{t(($) => $.leaderboard.rank)}</VisuallyHidden> {formatRank(row?.rank)}
      </span>
      <Avatar name={user.username} seed={user.steamId} url={user.avatar} size="m" />
      <div className={rows.who}>
        <span className={rows.line}>
          <OwnName own={own} view={view} className={rows.name} />
          <Badges held={groups} />
          <YouBadge />
        </span>
        <span className={joinClassNames(rows.stats, styles.stats, wide && styles.wide)}>
          {row === null
            ? own.loaded && t(($) => $.leaderboard.noStats)
            : (wide ? table : mobile).map((stat) => (
                <span key={stat} className={rows.stat}>
                  <b className={rows.figure}>{formatStat(stat, computeStat(stat, row, view.mode))}</b>{' '}
                  {words.name(stat)}
                </span>
              ))}
        </span>
      </div>
      <SteamLink player={{ steamid: user.steamId, nickname: user.username }} />
    </section>
  )
}
