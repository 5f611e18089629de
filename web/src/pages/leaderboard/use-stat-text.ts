import { explainedStats, type BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import type { StatName } from '@clutch/contract/rules/leaderboard/board-stats.ts'
import { useTranslation } from '../../locales/translate.ts'

type Explained = 'kda' | 'kpm' | 'hsRate' | 'winRate' | 'clutchwins' | 'clutchWinRate'

const isExplained = (stat: StatName): stat is Explained => explainedStats.includes(stat)

/** The names of stats, and what the explained ones mean, in the visitor's language. */
export function useStatText() {
  const { t } = useTranslation()
  return {
    name: (stat: StatName) => t(($) => $.leaderboard.stat[stat]),
    /** I2: the tooltip of a title; undefined for a stat that explains itself. */
    explanation: (stat: StatName, mode: BoardMode) => {
      if (!isExplained(stat)) return undefined
      const duels = stat === 'winRate' && mode === 'solo'
      return duels ? t(($) => $.leaderboard.explained.duelRate) : t(($) => $.leaderboard.explained[stat])
    },
  }
}
