import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findVisibleRows, scrollTopForRow } from './visible-rows.ts'

const rows = { count: 100, rowHeight: 50, margin: 200 }

test.each([
  ['at the top', 0, { first: 0, end: 6 }],
  ['the margin scrolled away', 200, { first: 0, end: 10 }],
  ['in the middle of rows', 1_025, { first: 16, end: 27 }],
  ['at the end', 4_700, { first: 90, end: 100 }],
  ['above the list', -500, { first: 0, end: 0 }],
])('%s the rows in sight are drawn', (_, scrollTop, range) => {
  expect(findVisibleRows(rows, { scrollTop, clientHeight: 500 }, 0)).toEqual(range)
})

const px = fc.integer({ min: 0, max: 20_000 })
const someRows = fc.record({
  count: fc.nat(500),
  rowHeight: fc.integer({ min: 1, max: 200 }),
  margin: fc.nat(2_000),
})

test('every row that touches the sight is drawn, and no more than it holds and the spare ones', () => {
  fc.assert(
    fc.property(someRows, px, fc.nat(2_000), fc.nat(5), (list, scrollTop, clientHeight, spare) => {
      const { first, end } = findVisibleRows(list, { scrollTop, clientHeight }, spare)
      expect(first).toBeGreaterThanOrEqual(0)
      expect(end).toBeLessThanOrEqual(list.count)
      expect(end - first).toBeLessThanOrEqual(clientHeight / list.rowHeight + 2 + 2 * spare)
      for (let row = 0; row < list.count; row++) {
        const top = list.margin + row * list.rowHeight
        const seen = top < scrollTop + clientHeight && top + list.rowHeight > scrollTop
        if (seen && (row < first || row >= end)) throw new Error(`row ${row} is not drawn`)
      }
    }),
  )
})

test('a row that is scrolled to lies in sight, below what covers it; one that does is left alone', () => {
  fc.assert(
    fc.property(someRows, fc.nat(499), px, (list, row, scrollTop) => {
      const covered = 38
      const sight = { scrollTop, clientHeight: 500 }
      const to = scrollTopForRow(row, list, sight, covered)
      const top = list.margin + row * list.rowHeight
      expect(top - covered).toBeGreaterThanOrEqual(to === 0 ? -covered : to)
      expect(top + list.rowHeight).toBeLessThanOrEqual(Math.max(to + 500, top + list.rowHeight - covered))
      const inSight = top - covered >= scrollTop && top + list.rowHeight <= scrollTop + 500
      if (inSight) expect(to).toBe(scrollTop)
    }),
  )
})
