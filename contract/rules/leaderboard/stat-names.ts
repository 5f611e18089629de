import type { BoardCountName } from './statistics.ts'

/** Values derived from the counts. */
export type DerivedStat = 'kda' | 'hsRate' | 'winRate' | 'kpm' | 'clutchWinRate'

/** What a board can show of a player: the counts and the derived values. */
export type StatName = BoardCountName | DerivedStat
