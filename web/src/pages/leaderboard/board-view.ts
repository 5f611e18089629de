import {
  defaultBoardMode,
  parseBoardMode,
  type BoardMode,
} from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { boardGroups, type BoardGroup } from '@clutch/contract/rules/accounts/groups.ts'
import type { SeasonChoice } from '@clutch/contract/rules/leaderboard/season-choice.ts'

/** Which board is looked at. */
export interface BoardView {
  mode: BoardMode
  season: SeasonChoice
  /** Empty: all players. In the order of the chips, so that each board has one name only. */
  groups: readonly BoardGroup[]
}

/** The mode an address names, else deathmatch. */
export function parseMode(asked: string | undefined): BoardMode {
  return parseBoardMode(asked ?? null) ?? defaultBoardMode
}

/** Parses the groups in an address; unknown ones are left out. */
export function parseGroups(asked: string | undefined): BoardGroup[] {
  const named = new Set(asked?.split(','))
  return boardGroups.filter((group) => named.has(group))
}

/** I2: a chip switches its group on or off. */
export function toggleGroup(groups: readonly BoardGroup[], group: BoardGroup): BoardGroup[] {
  return boardGroups.filter((one) => groups.includes(one) !== (one === group))
}
