/** What a scrolling element shows of its content, CSS px. */
export interface Viewport {
  scrollTop: number
  clientHeight: number
}

/** Rows of one height, one below the other; `margin` of content lies above the first. CSS px. */
export interface RowLayout {
  count: number
  rowHeight: number
  margin: number
}

/** The first row in sight and the one after the last. */
export interface RowRange {
  first: number
  end: number
}

/** The rows in sight, and `spare` more before and after them. */
export function findVisibleRows(
  { count, rowHeight, margin }: RowLayout,
  sight: Viewport,
  spare: number,
): RowRange {
  const top = (sight.scrollTop - margin) / rowHeight
  const bottom = top + sight.clientHeight / rowHeight
  const within = (row: number) => Math.max(0, Math.min(count, row))
  return { first: within(Math.floor(top) - spare), end: within(Math.ceil(bottom) + spare) }
}

/**
 * Where to scroll so that a row is in sight; where it already is, nothing moves.
 * @param covered height at the top of the sight under which rows pass, such as a head that stays, CSS px
 */
export function scrollTopForRow(
  row: number,
  { rowHeight, margin }: RowLayout,
  sight: Viewport,
  covered: number,
): number {
  const top = margin + row * rowHeight
  const lowest = top - covered
  const highest = top + rowHeight - sight.clientHeight
  return Math.max(0, Math.min(lowest, Math.max(highest, sight.scrollTop)))
}
