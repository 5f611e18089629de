import type { BoardRow } from '@clutch/contract/api/leaderboard/boards.ts'
import { boardColumns, type BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { formatRank, formatStat, computeStat } from '@clutch/contract/rules/leaderboard/board-stats.ts'
import { memo } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Avatar } from '../../../ui/pictures/avatar.tsx'
import { joinClassNames } from '../../../ui/styles/class-names.ts'
import type { BoardView } from '../board-view.ts'
import { Badges, YouBadge } from '../player-name.tsx'
import { useStatText } from '../use-stat-text.ts'
import styles from './board-table.module.css'
import { OwnRow } from './own-rank/own-row.tsx'
import { PlayerLink } from './player-link.tsx'
import { useBoardRows } from './use-board-rows.ts'
import type { OwnRank } from './own-rank/use-own-rank.ts'

export interface BoardListProps {
  rows: readonly BoardRow[]
  /** The board the rows are of. */
  view: BoardView
  /** Players of the board, loaded or not. */
  total: number
  /** The viewer; their row is marked, and a table has their own row above it. */
  own: OwnRank | null
  onSight: (first: number, last: number) => void
}

/** Height of a row, CSS px: the virtual list needs it before a row is drawn. */
const rowHeight = 56

/** I2, I4: the players from rank 6, or from rank 1 of chosen groups, with the columns of the mode. */
export const BoardTable = memo(function BoardTable({ rows, view, total, own, onSight }: BoardListProps) {
  const { t } = useTranslation()
  const { body, height, shown } = useBoardRows(rows, rowHeight, onSight)
  return (
    <div className={joinClassNames(styles.frame, styles[view.mode])}>
      {own && <OwnRow own={own} view={view} />}
      <table aria-label={t(($) => $.leaderboard.table)} aria-rowcount={total + 1} className={styles.table}>
        <Head mode={view.mode} />
        <tbody ref={body} className={styles.body} style={{ height }}>
          {shown.map(({ row, place, top }) => (
            <Row
              key={row.steamid}
              row={row}
              view={view}
              place={place}
              top={top}
              own={row.steamid === own?.user.steamId}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
})

function Head({ mode }: { mode: BoardMode }) {
  const { t } = useTranslation()
  const words = useStatText()
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1} className={joinClassNames(styles.row, styles.headRow)}>
        <th scope="col" className={styles.rank} aria-label={t(($) => $.leaderboard.rank)}>
          {'#'}
        </th>
        <th scope="col">{t(($) => $.leaderboard.player)}</th>
        {boardColumns[mode].table.map((stat) => {
          const explanation = words.explanation(stat, mode)
          return (
            <th
              key={stat}
              scope="col"
              className={styles.number}
              aria-sort={stat === 'kills' ? 'descending' : undefined}
            >
              {explanation === undefined ? (
                words.name(stat)
              ) : (
                <button
                  type="button"
                  className={styles.explained}
                  {...{ 'data-tooltip': explanation, 'aria-description': explanation }}
                  data-tooltip-delay="150"
                >
                  {words.name(stat)}
                </button>
              )}
              {stat === 'kills' && <span aria-hidden="true">{' ↓'}</span>}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

interface RowProps {
  row: BoardRow
  view: BoardView
  place: number
  top: number
  own: boolean
}

/** Memoised: a reload draws only the rows that changed. */
const Row = memo(function Row({ row, view, place, top, own }: RowProps) {
  return (
    <tr
      aria-rowindex={place + 2}
      className={joinClassNames(styles.row, styles.player, own && styles.own)}
      style={{ transform: `translateY(${top}px)` }}
    >
      <td className={styles.rank}>{formatRank(row.rank)}</td>
      <td className={styles.who}>
        <Avatar name={row.nickname} seed={row.steamid} url={row.avatar_url} />
        <PlayerLink steamId={row.steamid} view={view} className={styles.name}>
          {row.nickname}
        </PlayerLink>
        <Badges held={row.usergroup} />
        {own && <YouBadge />}
      </td>
      {boardColumns[view.mode].table.map((stat) => (
        <td key={stat} className={joinClassNames(styles.number, stat === 'kills' && styles.kills)}>
          {formatStat(stat, computeStat(stat, row, view.mode))}
        </td>
      ))}
    </tr>
  )
})
