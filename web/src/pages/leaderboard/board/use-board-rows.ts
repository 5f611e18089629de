import type { BoardRow } from '@clutch/contract/api/leaderboard/boards.ts'
import { useEffect } from 'react'
import { useVisibleRows } from '../../../ui/tables/use-visible-rows.ts'
import { useElement } from '../../../ui/state/use-element.ts'
import { useScroller } from '../../../ui/tables/use-scroller.ts'

interface DrawnRow {
  row: BoardRow
  /** Its index in the list, and how far below the list's top it lies, CSS px. */
  place: number
  top: number
}

/** Rows drawn beyond each end of the sight: enough for the keyboard to go on. */
const overscanRows = 4

/**
 * Virtualizes the rows of a board; they scroll with the page.
 * @param rowHeight CSS px
 * @param onSight receives the first and the last visible row
 */
export function useBoardRows(
  rows: readonly BoardRow[],
  rowHeight: number,
  onSight: (first: number, last: number) => void,
) {
  const [body, setBody] = useElement<HTMLElement>()
  const { height, drawn } = useVisibleRows({
    count: rows.length,
    rowHeight,
    ...useScroller(body),
    spare: overscanRows,
  })
  const first = drawn[0]?.index ?? 0
  const last = drawn.at(-1)?.index ?? 0
  useEffect(() => onSight(first, last), [onSight, first, last])
  return {
    body: setBody,
    height,
    shown: drawn.flatMap(({ index, top }): DrawnRow[] => {
      const row = rows[index]
      return row === undefined ? [] : [{ row, place: index, top }]
    }),
  }
}
