import type { StatName } from './stat-names.ts'

/** I1: the four boards, in the order of their tabs. */
export const boardModes = ['dm', 'dm-pistol', 'solo', 'retakes'] as const

export type BoardMode = (typeof boardModes)[number]

/** The board of an address that names none. */
export const defaultBoardMode: BoardMode = 'dm'

/** What a board shows where (document 2 §3, I4). */
export interface BoardColumns {
  table: readonly StatName[]
  /** The three numbers on each of the five cards. */
  cards: readonly [StatName, StatName, StatName]
  /** The three numbers of a row on a phone. */
  mobile: readonly [StatName, StatName, StatName]
}

/** I4: the columns of each mode, besides player and rank. */
export const boardColumns: Record<BoardMode, BoardColumns> = {
  dm: {
    table: ['kills', 'kda', 'kpm', 'hsRate', 'rifle_kills', 'pistol_kills', 'awp_kills', 'playtime'],
    cards: ['kills', 'kda', 'kpm'],
    mobile: ['kills', 'kda', 'kpm'],
  },
  'dm-pistol': {
    table: ['kills', 'kda', 'kpm', 'hsRate', 'playtime'],
    cards: ['kills', 'hsRate', 'kpm'],
    mobile: ['kills', 'kda', 'kpm'],
  },
  solo: {
    table: ['kills', 'kda', 'winRate', 'hsRate', 'rifle_kills', 'pistol_kills', 'awp_kills', 'playtime'],
    cards: ['kills', 'winRate', 'hsRate'],
    mobile: ['kills', 'winRate', 'hsRate'],
  },
  retakes: {
    table: ['kills', 'kda', 'winRate', 'hsRate', 'clutchwins', 'clutchWinRate', 'playtime'],
    cards: ['kills', 'kda', 'winRate'],
    mobile: ['kills', 'kda', 'winRate'],
  },
}

/** I2: the column titles that are explained by a tooltip. */
export const explainedStats: readonly StatName[] = [
  'kda',
  'kpm',
  'hsRate',
  'winRate',
  'clutchwins',
  'clutchWinRate',
]

/** Whether a mode is played in rounds: a deathmatch never decides one. */
export function hasRounds(mode: BoardMode | null): boolean {
  return mode !== 'dm' && mode !== 'dm-pistol'
}

/** A stored mode as the contract knows it; null for none. */
export function parseBoardMode(mode: string | null): BoardMode | null {
  return boardModes.find((known) => known === mode) ?? null
}
