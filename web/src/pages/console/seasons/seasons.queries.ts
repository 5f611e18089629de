import type { Body, Reply } from '@clutch/contract/api/call.ts'
import {
  operatorCancelSeason,
  operatorChangeSeason,
  operatorCloseSeason,
  operatorDismissAnomalyFlag,
  operatorHidePlayer,
  operatorListAnomalyFlags,
  operatorListHiddenPlayers,
  operatorListResets,
  operatorListSeasons,
  operatorOpenSeason,
  operatorReopenSeason,
  operatorCreateReset,
  operatorUnhidePlayer,
  operatorUndoReset,
} from '@clutch/contract/api/leaderboard/operator-boards.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../app/api/api-client.ts'

const root = ['console', 'seasons'] as const
/** The boards of the portal, which each change here changes. */
const boardsRoot = ['leaderboard'] as const
/** A reset runs in steps: while one does it is asked for so often, and otherwise seldom. */
const activePollMs = 1_000
const idlePollMs = 10_000

export type Season = Reply<typeof operatorListSeasons>[number]
export type HiddenPlayer = Reply<typeof operatorListHiddenPlayers>[number]
export type Reset = Reply<typeof operatorListResets>[number]
export type PlayerFlag = Reply<typeof operatorListAnomalyFlags>[number]
export type ResetScope = Body<typeof operatorCreateReset>

export const seasonsQuery = queryOptions({
  queryKey: [...root, 'seasons'] as const,
  queryFn: ({ signal }) => call(operatorListSeasons, { signal }),
})

export const hiddenQuery = queryOptions({
  queryKey: [...root, 'hidden'] as const,
  queryFn: ({ signal }) => call(operatorListHiddenPlayers, { signal }),
})

export const resetsQuery = queryOptions({
  queryKey: [...root, 'resets'] as const,
  queryFn: ({ signal }) => call(operatorListResets, { signal }),
  refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? activePollMs : idlePollMs),
})

export const flagsQuery = queryOptions({
  queryKey: [...root, 'marks'] as const,
  queryFn: ({ signal }) => call(operatorListAnomalyFlags, { signal }),
  refetchInterval: idlePollMs,
})

function isUnfinished({ state }: Reset): boolean {
  return state === 'running' || state === 'undoing'
}

/** After anything was changed, whatever is shown is asked for again. */
async function refetchSeasons(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: boardsRoot })
  await client.invalidateQueries({ queryKey: root })
}

export async function openSeason(client: QueryClient, body: Body<typeof operatorOpenSeason>): Promise<void> {
  await call(operatorOpenSeason, { body })
  await refetchSeasons(client)
}

type Change = Omit<Body<typeof operatorChangeSeason>, 'revision'>

/** Changes the given fields of a season, at the revision that the operator saw. */
export async function changeSeason(
  client: QueryClient,
  { id, revision }: { id: string; revision: number | undefined },
  change: Change,
): Promise<void> {
  await call(operatorChangeSeason, { params: { id }, body: { ...change, revision } })
  await refetchSeasons(client)
}

/** Closes a season as the operator saw it, undoes that, or deletes a season in which nothing was counted. */
export async function endSeason(
  client: QueryClient,
  { id, revision }: Season,
  act: typeof operatorCloseSeason | typeof operatorReopenSeason | typeof operatorCancelSeason,
): Promise<void> {
  try {
    await call(act, { params: { id }, query: { revision } })
  } finally {
    // Another operator may have been faster: their state is shown then.
    await refetchSeasons(client)
  }
}

export const closeSeason = operatorCloseSeason
export const reopenSeason = operatorReopenSeason
export const cancelSeason = operatorCancelSeason

export async function hidePlayer(client: QueryClient, steamId: string, reason: string): Promise<void> {
  await call(operatorHidePlayer, { params: { steamId }, body: { reason } })
  await refetchSeasons(client)
}

export async function unhidePlayer(client: QueryClient, steamId: string): Promise<void> {
  await call(operatorUnhidePlayer, { params: { steamId } })
  await refetchSeasons(client)
}

export async function resetCounts(client: QueryClient, scope: ResetScope): Promise<void> {
  await call(operatorCreateReset, { body: scope })
  await refetchSeasons(client)
}

export async function undoReset(client: QueryClient, id: string): Promise<void> {
  await call(operatorUndoReset, { params: { id }, body: undefined })
  await refetchSeasons(client)
}

export async function dismissFlag(client: QueryClient, id: string): Promise<void> {
  await call(operatorDismissAnomalyFlag, { params: { id } })
  await refetchSeasons(client)
}
