import type { BoardPage, BoardRow } from '@clutch/contract/api/leaderboard/boards.ts'
import { boardPageSize } from '@clutch/contract/limits.ts'
import type { BoardView } from '../board-view.ts'

/** A board as far as it is loaded. */
export interface Board {
  /** The view that was requested; it may differ from the current one. */
  view: BoardView
  /** I2: the players of the cards; none with a group filter. */
  top: readonly BoardRow[]
  pages: readonly (readonly BoardRow[])[]
  totalPages: number
  total: number
  groups: BoardPage['groups']
  updated: number | null
}

/** I7: there is more while the page is before the last. */
export function hasMore({ pages, totalPages }: Pick<Board, 'pages' | 'totalPages'>): boolean {
  return pages.length < totalPages
}

/**
 * Returns the board with one more page, or with one page replaced; a page that does not follow changes only
 * the counts.
 */
export function addPage(board: Board, number: number, page: BoardPage): Board {
  const { data, totalPages, total, groups, updated } = page
  const pages = number <= board.pages.length + 1 ? board.pages.toSpliced(number - 1, 1, data) : board.pages
  // A board may shrink: it keeps its first page, even an empty one.
  const remaining = pages.slice(0, Math.max(1, totalPages))
  return { ...board, pages: remaining, totalPages, total, groups, updated }
}

/**
 * Returns the rows below the cards: each player once, since a player may move between pages from one answer
 * to the next, and none who is on a card.
 */
export function rowsBelowPodium({ top, pages }: Pick<Board, 'top' | 'pages'>): BoardRow[] {
  const seen = new Set(top.map(({ steamid }) => steamid))
  return pages.flat().filter(({ steamid }) => {
    if (seen.has(steamid)) return false
    seen.add(steamid)
    return true
  })
}

/** The pages that hold these rows of the list, which begins after as many players as there are on cards. */
export function pagesOfRows(firstRow: number, lastRow: number, cards: number): number[] {
  const pageOf = (row: number) => Math.floor((row + cards) / boardPageSize) + 1
  const first = pageOf(firstRow)
  return Array.from({ length: Math.max(0, pageOf(lastRow) - first + 1) }, (_, at) => first + at)
}
