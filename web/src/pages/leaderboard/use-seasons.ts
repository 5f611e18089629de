import {
  chooseSeason,
  toSeasonParam,
  type SeasonChoice,
} from '@clutch/contract/rules/leaderboard/season-choice.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '../../app/router/router-provider.tsx'
import { useCallback, useEffect } from 'react'
import { afterFirstRendering } from '../../ui/state/first-rendering.ts'
import type { BoardSearch } from '../../app/routes/page-search.ts'
import { seasonsQuery } from './leaderboard.queries.ts'
import { pageLanguage } from '../../locales/translate.ts'

export interface Season {
  id: string
  name: string
}

const none: readonly Season[] = []

/**
 * I6: Returns the seasons and the one in the address; undefined before they are loaded. Updates the address
 * to the shown season, if there is any. I8: If seasons cannot be loaded there are none.
 */
export function useSeasons(): { seasons: readonly Season[]; season: SeasonChoice | undefined } {
  const loaded = useQuery(seasonsQuery(pageLanguage()))
  const asked = useSearch().season
  const write = useBoardAddress()
  const seasons = loaded.data ?? none
  const season = loaded.isPending ? undefined : chooseSeason(asked, seasons)
  const written = season === undefined ? undefined : toSeasonParam(season, seasons)
  useEffect(() => {
    if (written === undefined || written === asked) return
    let isOver = false
    afterFirstRendering(() => isOver || write({ season: written }, false))
    return () => {
      isOver = true
    }
  }, [written, asked, write])
  return { seasons, season }
}

/**
 * The new board parameters of the address, or a function of the current ones: another change may be pending.
 */
type BoardChange = BoardSearch | ((held: BoardSearch) => BoardSearch)

/** Changes what the address says about a board, without a new entry of the history; `toTop` scrolls up (default). */
export function useBoardAddress(): (change: BoardChange, toTop?: boolean) => void {
  const navigate = useNavigate()
  return useCallback(
    (change, toTop = true) =>
      void navigate({
        to: '.',
        search: (held) => ({ ...held, ...(typeof change === 'function' ? change(held) : change) }),
        hash: true,
        state: true,
        replace: true,
        resetScroll: toTop,
      }),
    [navigate],
  )
}
