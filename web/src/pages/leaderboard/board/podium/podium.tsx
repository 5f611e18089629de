import type { BoardRow } from '@clutch/contract/api/leaderboard/boards.ts'
import { boardTopCount } from '@clutch/contract/limits.ts'
import { boardColumns, type BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { formatRank, formatStat, computeStat } from '@clutch/contract/rules/leaderboard/board-stats.ts'
import { memo } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { Avatar } from '../../../../ui/pictures/avatar.tsx'
import { floatingIntent } from '../../../../ui/dialogs/lazy-floating.ts'
import { loadingDelayMs } from '../../../../ui/loading/loading-delay.ts'
import { useDelay } from '../../../../ui/state/use-delay.ts'
import { Badges } from '../../player-name.tsx'
import { useStatText } from '../../use-stat-text.ts'
import styles from './podium.module.css'

interface PodiumProps {
  top: readonly BoardRow[]
  mode: BoardMode
  onOpen: (player: BoardRow) => void
}

/** I2: the first five as cards, each a step lower; a press opens all the stats of the player. */
export const Podium = memo(function Podium({ top, mode, onOpen }: PodiumProps) {
  const { t } = useTranslation()
  return (
    <ol aria-label={t(($) => $.leaderboard.best)} className={styles.podium}>
      {top.map((player, place) => (
        <li key={player.steamid} className={styles.step}>
          <Card player={player} mode={mode} first={place === 0} onOpen={onOpen} />
        </li>
      ))}
    </ol>
  )
})

interface CardProps extends Omit<PodiumProps, 'top'> {
  player: BoardRow
  first: boolean
}

const Card = memo(function Card({ player, mode, first, onOpen }: CardProps) {
  const words = useStatText()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={styles.card}
      onClick={() => onOpen(player)}
      {...floatingIntent}
    >
      <span className={styles.place}>{formatRank(player.rank)}</span>
      <span className={styles.who}>
        <Avatar
          name={player.nickname}
          seed={player.steamid}
          url={player.avatar_url}
          size={first ? 'l' : 'm'}
        />
        <span className={styles.title}>
          <span className={styles.name}>{player.nickname}</span>
          <span className={styles.badges}>
            <Badges held={player.usergroup} />
          </span>
        </span>
      </span>
      <span className={styles.stats}>
        {boardColumns[mode].cards.map((stat) => (
          <span key={stat} className={styles.stat}>
            <span className={styles.label}>{words.name(stat)}</span>
            <span className={styles.figure}>{formatStat(stat, computeStat(stat, player, mode))}</span>
          </span>
        ))}
      </span>
    </button>
  )
})

/** The room of the cards while they are on their way; nothing is seen of it for the first 300 ms. */
export function PodiumSkeleton() {
  const shown = useDelay(loadingDelayMs)
  return (
    <div aria-hidden="true" className={styles.podium}>
      {Array.from({ length: boardTopCount }, (_, place) => (
        <div key={place} className={styles.step}>
          {shown && <div className={styles.card} />}
        </div>
      ))}
    </div>
  )
}
