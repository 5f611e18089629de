import type { UserStats } from '@clutch/contract/api/leaderboard/boards.ts'
import type { BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { formatRank, formatStat, computeStat } from '@clutch/contract/rules/leaderboard/board-stats.ts'
import { memo } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { listStats, groupByMode } from './mode-stats.ts'
import styles from './stat-cards.module.css'
import { useStatText } from './use-stat-text.ts'

/** A player's rank and all stats in every mode; a mode that was not played says so. */
export const StatCards = memo(function StatCards({ stats }: { stats: readonly UserStats[] }) {
  return (
    <div className={styles.cards}>
      {groupByMode(stats).map(({ mode, row }) => (
        <StatCard key={mode} mode={mode} row={row} />
      ))}
    </div>
  )
})

function StatCard({ mode, row }: { mode: BoardMode; row: UserStats | undefined }) {
  const { t } = useTranslation()
  const words = useStatText()
  return (
    <section className={styles.card} aria-label={t(($) => $.leaderboard.mode[mode])}>
      <header className={styles.head}>
        <h2 className={styles.mode}>{t(($) => $.leaderboard.mode[mode])}</h2>
        <span className={styles.rank}>
          <span className={styles.rankWord}>{t(($) => $.leaderboard.rank)}</span>
          <span className={styles.place}>{formatRank(row?.rank)}</span>
        </span>
      </header>
      {row === undefined ? (
        <p className={styles.none}>{t(($) => $.leaderboard.unranked)}</p>
      ) : (
        <dl className={styles.stats}>
          {listStats(mode).map((stat) => (
            <div key={stat} className={styles.stat}>
              <dt>{words.name(stat)}</dt>
              <dd>{formatStat(stat, computeStat(stat, row, mode))}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
