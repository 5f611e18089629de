import { defaultBoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import type { UserStats } from '@clutch/contract/api/leaderboard/boards.ts'
import type { Identity } from '@clutch/contract/api/accounts/sign-in.ts'
import { allTime } from '@clutch/contract/limits.ts'
import type { GrantedGroup } from '@clutch/contract/rules/accounts/groups.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSession } from '../../../../app/session/session.ts'
import type { BoardView } from '../../board-view.ts'
import { userStatsQuery } from '../../leaderboard.queries.ts'

/** I1: The viewer of a board, and their result on it. */
export interface OwnRank {
  user: Identity
  groups: readonly GrantedGroup[]
  /** Their row on the board of this mode, whatever groups are chosen (I8); null without stats. */
  row: UserStats | null
  /** Whether there is anything of them on any board, and so a page of theirs. */
  known: boolean
  /** Whether the stats are there. */
  loaded: boolean
}

/** The rows of a player on the boards of every mode, as the row of one of them. */
export function findOwnRank(
  user: Identity,
  stats: readonly UserStats[],
  mode: BoardView['mode'],
): Omit<OwnRank, 'loaded'> {
  return {
    user,
    groups: stats[0]?.usergroup ?? [],
    row: stats.find((one) => one.mode === mode) ?? null,
    known: stats.length > 0,
  }
}

/**
 * I1: Returns the viewer's own row of a board; null if signed out, and while its stats cannot be loaded (I8). They were loaded with the
 * board (I6).
 * @param view the shown board, null before there is one
 */
export function useOwnRank(view: BoardView | null): OwnRank | null {
  const user = useSession()?.user
  const mode = view?.mode ?? defaultBoardMode
  const { data, isError } = useQuery({
    ...userStatsQuery(user?.steamId ?? '', view?.season ?? allTime),
    enabled: user !== undefined && view !== null,
    // The board asks for them each time it asks for itself.
    refetchInterval: false,
    staleTime: Infinity,
  })
  return useMemo(
    () =>
      user === undefined || isError
        ? null
        : { ...findOwnRank(user, data ?? [], mode), loaded: data !== undefined },
    [user, data, isError, mode],
  )
}
