import type { UserStats } from '@clutch/contract/api/leaderboard/boards.ts'
import { boardColumns, boardModes, type BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import type { StatName } from '@clutch/contract/rules/leaderboard/board-stats.ts'

/** The source values of a derived stat that are shown with it on a player's full stats. */
const sourceStats: Partial<Record<StatName, readonly StatName[]>> = {
  kills: ['deaths'],
  hsRate: ['headshots'],
  winRate: ['wins', 'loses'],
  clutchWinRate: ['clutches'],
}

/** I2: all stats of a mode: its columns, and the counts they are made of. Duels have no rounds of their own. */
export function listStats(mode: BoardMode): StatName[] {
  return boardColumns[mode].table.flatMap((stat) =>
    stat === 'winRate' && mode === 'solo' ? [stat] : [stat, ...(sourceStats[stat] ?? [])],
  )
}

/** Every mode in the order of the tabs, with the player's row where there is one. */
export function groupByMode(stats: readonly UserStats[]): { mode: BoardMode; row: UserStats | undefined }[] {
  return boardModes.map((mode) => ({ mode, row: stats.find((one) => one.mode === mode) }))
}
