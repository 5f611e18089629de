import type { BoardRow } from '@clutch/contract/api/leaderboard/boards.ts'
import { boardColumns } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { formatRank, formatStat, computeStat } from '@clutch/contract/rules/leaderboard/board-stats.ts'
import { memo } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Avatar } from '../../../ui/pictures/avatar.tsx'
import { joinClassNames } from '../../../ui/styles/class-names.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { VisuallyHidden } from '../../../ui/text/text.tsx'
import type { BoardView } from '../board-view.ts'
import { Badges, SteamLink, YouBadge } from '../player-name.tsx'
import { useStatText } from '../use-stat-text.ts'
import styles from './board-cards.module.css'
import type { BoardListProps } from './board-table.tsx'
import { PlayerLink } from './player-link.tsx'
import { useBoardRows } from './use-board-rows.ts'

/** Height of a row, CSS px. */
const rowHeight = 68

/** I3: every player of the board, on a phone. */
export const BoardCards = memo(function BoardCards({ rows, view, total, own, onSight }: BoardListProps) {
  const { t } = useTranslation()
  const { body, height, shown } = useBoardRows(rows, rowHeight, onSight)
  return (
    <ol ref={body} aria-label={t(($) => $.leaderboard.table)} className={styles.list} style={{ height }}>
      {shown.map(({ row, place, top }) => (
        <li
          key={row.steamid}
          aria-setsize={total}
          aria-posinset={place + 1}
          className={joinClassNames(styles.row, row.steamid === own?.user.steamId && styles.own)}
          style={{ transform: `translateY(${top}px)` }}
        >
          <Player row={row} view={view} own={row.steamid === own?.user.steamId} />
        </li>
      ))}
    </ol>
  )
})

interface PlayerProps {
  row: BoardRow
  view: BoardView
  own: boolean
}

const Player = memo(function Player({ row, view, own }: PlayerProps) {
  const words = useStatText()
  return (
    <>
      <Rank rank={row.rank} />
      <Avatar name={row.nickname} seed={row.steamid} url={row.avatar_url} size="m" />
      <div className={styles.who}>
        <span className={styles.line}>
          <PlayerLink steamId={row.steamid} view={view} className={styles.name}>
            {row.nickname}
          </PlayerLink>
          <Badges held={row.usergroup} />
          {own && <YouBadge />}
        </span>
        <span className={styles.stats}>
          {boardColumns[view.mode].mobile.map((stat) => (
            <span key={stat} className={styles.stat}>
              <b className={styles.figure}>{formatStat(stat, computeStat(stat, row, view.mode))}</b>{' '}
              {words.name(stat)}
            </span>
          ))}
        </span>
      </div>
      <SteamLink player={row} />
    </>
  )
})

const medals: Readonly<Record<number, string | undefined>> = {
  1: styles.gold,
  2: styles.silver,
  3: styles.bronze,
}

/** I3: the first three have a medal; its number is there for those who do not see it. */
function Rank({ rank }: { rank: number | null }) {
  const medal = medals[rank ?? 0]
  return (
    <span className={joinClassNames(styles.rank, medal)}>
      {medal === undefined ? (
        formatRank(rank)
      ) : (
        <>
          <Icon name="medal" size="l" />
          <VisuallyHidden>{formatRank(rank)}</VisuallyHidden>
        </>
      )}
    </span>
  )
}
