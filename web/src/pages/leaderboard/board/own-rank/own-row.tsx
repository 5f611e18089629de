import { boardColumns } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { formatRank, formatStat, computeStat } from '@clutch/contract/rules/leaderboard/board-stats.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import { Avatar } from '../../../../ui/pictures/avatar.tsx'
import { joinClassNames } from '../../../../ui/styles/class-names.ts'
import { VisuallyHidden } from '../../../../ui/text/text.tsx'
import type { BoardView } from '../../board-view.ts'
import { Badges, YouBadge } from '../../player-name.tsx'
import { useStatText } from '../../use-stat-text.ts'
import styles from '../board-table.module.css'
import { OwnName } from './own-name.tsx'
import type { OwnRank } from './use-own-rank.ts'

/**
 * I1: The viewer's own result above the table, in its columns; the rank is the one among all players (I8).
 */
export function OwnRow({ own, view }: { own: OwnRank; view: BoardView }) {
  const { t } = useTranslation()
  const words = useStatText()
  const { user, groups, row } = own
  return (
    <section
      aria-label={t(($) => $.leaderboard.own)}
      className={joinClassNames(styles.row, styles.own, styles.ownRow)}
    >
      <div className={styles.rank}>
        <VisuallyHidden>{t(($) => $.leaderboard.rank)}</VisuallyHidden> {formatRank(row?.rank)}
      </div>
      <div className={styles.who}>
        <Avatar name={user.username} seed={user.steamId} url={user.avatar} />
        <OwnName own={own} view={view} className={styles.name} />
        <Badges held={groups} />
        <YouBadge />
      </div>
      {row === null ? (
        <div className={styles.noStats}>{own.loaded && t(($) => $.leaderboard.noStats)}</div>
      ) : (
        boardColumns[view.mode].table.map((stat) => (
          <div key={stat} className={joinClassNames(styles.number, stat === 'kills' && styles.kills)}>
            <VisuallyHidden>{words.name(stat)}</VisuallyHidden>{' '}
            {formatStat(stat, computeStat(stat, row, view.mode))}
          </div>
        ))
      )}
    </section>
  )
}
