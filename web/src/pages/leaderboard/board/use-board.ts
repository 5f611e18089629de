import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { createStore } from '../../../ui/state/store.ts'
import { loadingDelayMs } from '../../../ui/loading/loading-delay.ts'
import { useDelayedFlag } from '../../../ui/state/use-delayed-flag.ts'
import type { BoardView } from '../board-view.ts'
import { boardQuery, loadNextPage } from '../leaderboard.queries.ts'
import { hasMore, pagesOfRows, rowsBelowPodium } from './board-pages.ts'

/**
 * Loads a board and its further pages. Until another board has loaded, the previous one remains, covered
 * after 300 ms.
 * @param view null while the season is unknown
 * @param own the viewer's SteamID, null if unknown
 */
export function useBoard(view: BoardView | null, own: string | null, cards: boolean) {
  const [inSight] = useState(() => createStore<readonly number[]>([1]))
  const query = useQuery({
    ...boardQuery(view ?? { mode: 'dm', season: 'all', groups: [] }, own, inSight.get),
    enabled: view !== null,
    placeholderData: keepPreviousData,
  })
  const board = query.data
  const rows = useMemo(() => {
    if (board === undefined) return []
    return rowsBelowPodium(cards ? board : { ...board, top: [] })
  }, [board, cards])
  const onCards = cards ? (board?.top.length ?? 0) : 0
  const onSight = useCallback(
    (first: number, last: number) => {
      inSight.set(pagesOfRows(first, last, onCards))
    },
    [inSight, onCards],
  )
  return {
    board,
    rows,
    onSight,
    covered: useDelayedFlag(query.isPlaceholderData, loadingDelayMs),
    loading: query.isPending,
    /** It never could be loaded: there is nothing to show. */
    failed: query.isError && board === undefined,
    retrying: query.isFetching,
    retry: query.refetch,
    more: useNextPages(query.isPlaceholderData ? null : view, board !== undefined && hasMore(board)),
  }
}

export type NextPages = ReturnType<typeof useNextPages>

/** I7: Loads page after page; does nothing during a load or for a page that does not exist. */
function useNextPages(view: BoardView | null, there: boolean) {
  const client = useQueryClient()
  const busy = useRef(false)
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const load = useCallback(() => {
    if (busy.current || !there || view === null) return
    busy.current = true
    setState('loading')
    const ended = (as: 'idle' | 'failed') => () => {
      busy.current = false
      setState(as)
    }
    loadNextPage(client, view).then(ended('idle'), ended('failed'))
  }, [client, view, there])
  return { there, state, load }
}
