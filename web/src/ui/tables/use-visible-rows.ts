import { startTransition, useCallback, useLayoutEffect, useState } from 'react'
import { firstRendering } from '../state/first-rendering.ts'
import { findVisibleRows, scrollTopForRow, type RowRange } from './visible-rows.ts'

interface RowListOptions {
  count: number
  /** CSS px; every row has the same. */
  rowHeight: number
  /** What the rows scroll in; null until it is there. */
  scroller: HTMLElement | null
  /** How far below the top of the scroller's content the first row lies, CSS px. */
  margin: number
  /** Height of a head at the top of the scroller under which rows pass, CSS px. */
  covered?: number
  /** Rows drawn beyond each end of the sight. */
  spare: number
}

interface VisibleRows {
  /** Of all rows, CSS px. */
  height: number
  /** The rows to draw, and how far below the list's top each lies, CSS px. */
  drawn: { index: number; top: number }[]
  /** Scrolls just so far that a row is in sight. */
  scrollTo: (index: number) => void
}

/** The height of the rows that are drawn before the sight is measured, CSS px; the portal renders as many. */
const firstSightPx = 784

/** The rows of a long list that are worth drawing: 5,000 cost what 20 do. */
export function useVisibleRows({
  count,
  rowHeight,
  scroller,
  margin,
  covered = 0,
  spare,
}: RowListOptions): VisibleRows {
  const [{ first, end }, setRange] = useState<RowRange>({
    first: 0,
    end: Math.ceil(firstSightPx / rowHeight),
  })
  useLayoutEffect(() => {
    if (scroller === null) return
    const look = () => {
      const range = findVisibleRows({ count, rowHeight, margin }, scroller, spare)
      setRange((held) => (held.first === range.first && held.end === range.end ? held : range))
    }
    // The portal has drawn rows that fill the sight: what differs may follow in short tasks.
    if (firstRendering.now === null) look()
    else startTransition(look)
    scroller.addEventListener('scroll', look, { passive: true })
    const watch = new ResizeObserver(look)
    watch.observe(scroller)
    return () => {
      scroller.removeEventListener('scroll', look)
      watch.disconnect()
    }
  }, [count, rowHeight, scroller, margin, spare])
  const scrollTo = useCallback(
    (index: number) => {
      if (scroller === null) return
      const rows = { count, rowHeight, margin }
      scroller.scrollTo({ top: scrollTopForRow(index, rows, scroller, covered) })
    },
    [scroller, count, rowHeight, margin, covered],
  )
  const last = Math.min(end, count)
  const drawn = Array.from({ length: Math.max(0, last - first) }, (_, at) => {
    return { index: first + at, top: (first + at) * rowHeight }
  })
  return { height: count * rowHeight, drawn, scrollTo }
}
