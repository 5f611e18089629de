import {
  exportBoard,
  getBoard,
  getBoardTop,
  getBoardPlayer,
  getPlayerTrend,
  getUserStats,
  listSeasons,
} from '@clutch/contract/api/leaderboard/boards.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { boardTopCount } from '@clutch/contract/limits.ts'
import type { BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import type { SeasonChoice } from '@clutch/contract/rules/leaderboard/season-choice.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { buildUrl } from '@clutch/contract/api/build-url.ts'
import { call } from '../../app/api/api-client.ts'
import { logError } from '../../app/errors/log-error.ts'
import type { BoardView } from './board-view.ts'
import { addPage, type Board } from './board/board-pages.ts'

const root = ['leaderboard'] as const

/** How often a board that is looked at is asked for again, and how long seasons are taken as known, ms. */
const boardPollMs = 30_000
const seasonsFreshMs = 60_000

/** The seasons, newest first. */
export const seasonsQuery = (language: Language) =>
  queryOptions({
    queryKey: [...root, 'seasons', language] as const,
    queryFn: ({ signal }) =>
      withErrorReport('loading the seasons', signal, call(listSeasons, { query: { language }, signal })),
    staleTime: seasonsFreshMs,
    retry: false,
  })

/**
 * I6: the cards, the first page and the own stats, together; they are asked for again every 30 s. Of a board of which
 * more is loaded the pages in sight (1-based) are asked for again too.
 * @param own the SteamID of who looks; their stats wait in `userStatsQuery`, also for their failure
 */
export const boardQuery = (
  view: BoardView,
  own: string | null,
  inSight: () => readonly number[] = () => [],
) =>
  queryOptions({
    queryKey: boardKey(view),
    queryFn: async ({ signal, client }): Promise<Board> => {
      const numbers = [
        ...new Set([1, ...inSight().filter((number) => number <= countLoadedPages(client, view))]),
      ]
      const stats =
        own !== null && client.prefetchQuery({ ...userStatsQuery(own, view.season), staleTime: 0 })
      const [top, ...pages] = await withErrorReport(
        'loading a board',
        signal,
        Promise.all([loadTop(view, signal), ...numbers.map((number) => loadPage(view, number, signal))]),
      )
      await stats
      const empty = { view, top, pages: [], totalPages: 0, total: 0, ...noCounts }
      // Includes pages loaded in the meantime.
      const before = client.getQueryData<Board>(boardKey(view)) ?? empty
      return pages.reduce<Board>((board, page, at) => addPage(board, numbers[at] ?? 1, page), {
        ...before,
        top,
      })
    },
    refetchInterval: boardPollMs,
    refetchIntervalInBackground: false,
    staleTime: 0,
    retry: false,
  })

const noCounts = { groups: { pro: 0, kol: 0, op: 0 }, updated: null }

function boardKey({ mode, season, groups }: BoardView) {
  return [...root, 'board', mode, season, groups.join(',')] as const
}

function countLoadedPages(client: QueryClient, view: BoardView): number {
  return client.getQueryData<Board>(boardKey(view))?.pages.length ?? 0
}

async function loadTop({ mode, season, groups }: BoardView, signal: AbortSignal) {
  if (groups.length > 0) return []
  const top = await call(getBoardTop, { params: { mode }, query: { season }, signal })
  return top.slice(0, boardTopCount)
}

function loadPage({ mode, season, groups }: BoardView, page: number, signal?: AbortSignal) {
  return call(getBoard, { params: { mode }, query: { season, page, ...toUserGroup(groups) }, signal })
}

function toUserGroup(groups: BoardView['groups']) {
  return groups.length > 0 ? { usergroup: groups.join(',') } : {}
}

/** Loads the page after the last one held and puts it into the board; rejects, reported, when it cannot be had. */
export async function loadNextPage(client: QueryClient, view: BoardView): Promise<void> {
  const next = countLoadedPages(client, view) + 1
  const page = await withErrorReport('loading more of a board', undefined, loadPage(view, next))
  client.setQueryData<Board>(boardKey(view), (board) => board && addPage(board, next, page))
}

/** I6: a board begins with its first page, whatever was loaded of it before. */
export function forgetLaterPages(client: QueryClient, view: BoardView): void {
  client.setQueryData<Board>(boardKey(view), (board) => board && { ...board, pages: board.pages.slice(0, 1) })
}

/** A player's rows on the boards of every mode. */
export const userStatsQuery = (steamId: string, season: SeasonChoice) =>
  queryOptions({
    queryKey: [...root, 'stats', steamId, season] as const,
    queryFn: ({ signal }) =>
      withErrorReport(
        'loading the stats of a player',
        signal,
        call(getUserStats, { params: { steamId }, query: { season }, signal }),
      ),
    refetchInterval: boardPollMs,
    retry: false,
  })

/** Who a player is and where they played. */
export const playerQuery = (steamId: string) =>
  queryOptions({
    queryKey: [...root, 'player', steamId] as const,
    queryFn: ({ signal }) =>
      withErrorReport('loading a player', signal, call(getBoardPlayer, { params: { steamId }, signal })),
    refetchInterval: boardPollMs,
    retry: false,
  })

export const trendQuery = (steamId: string, mode: BoardMode) =>
  queryOptions({
    queryKey: [...root, 'trend', steamId, mode] as const,
    queryFn: ({ signal }) =>
      withErrorReport(
        'loading the trend of a player',
        signal,
        call(getPlayerTrend, { params: { steamId }, query: { mode }, signal }),
      ),
    staleTime: boardPollMs,
    retry: false,
  })

/** Where a board, as it is filtered, is downloaded. */
export function exportAddress({ mode, season, groups }: BoardView, format: 'csv' | 'json'): string {
  return buildUrl(exportBoard.path, { mode }, { season, ...toUserGroup(groups), format })
}

/** I8: Logs failures; the shown content remains. */
async function withErrorReport<Answer>(
  doing: string,
  signal: AbortSignal | undefined,
  answer: Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (signal?.aborted !== true) logError(doing, error)
    throw error
  }
}
