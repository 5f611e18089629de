import { boardPageSize } from '@clutch/contract/limits.ts'
import { expect, test } from 'vitest'
import { aPage, aPlayer } from '../testing/players.ts'
import { hasMore, pagesOf, rowsBelow, withPage, type Board } from './board.ts'

const empty: Board = {
  view: { mode: 'dm', season: 'all', groups: [] },
  top: [],
  pages: [],
  totalPages: 0,
  total: 0,
  groups: { pro: 0, kol: 0, op: 0 },
  updated: null,
}

const names = (board: Board) => rowsBelow(board).map(({ steamid }) => steamid)

test('I7 there is more while the page is before the last', () => {
  const one = withPage(empty, 1, aPage(['a', 'b']))
  expect(hasMore(one)).toBe(true)
  const three = withPage(withPage(one, 2, aPage(['c'])), 3, aPage(['d']))
  expect(names(three)).toEqual(['a', 'b', 'c', 'd'])
  expect(hasMore(three)).toBe(false)
  expect(hasMore(withPage(empty, 1, aPage([], { totalPages: 0 })))).toBe(false)
})

test('I8 a page that is asked for again replaces itself; its counts are the newest', () => {
  const two = withPage(withPage(empty, 1, aPage(['a', 'b'])), 2, aPage(['c']))
  const again = withPage(
    two,
    1,
    aPage(['b', 'a'], { total: 9, updated: 5, groups: { pro: 1, kol: 2, op: 3 } }),
  )
  expect(names(again)).toEqual(['b', 'a', 'c'])
  expect(again).toMatchObject({ total: 9, updated: 5, groups: { pro: 1, kol: 2, op: 3 } })
})

test('a page that does not follow the last one held is left out', () => {
  const one = withPage(empty, 1, aPage(['a']))
  expect(names(withPage(one, 3, aPage(['z'])))).toEqual(['a'])
})

test('a board that shrinks loses its last pages, never its first', () => {
  const two = withPage(withPage(empty, 1, aPage(['a'])), 2, aPage(['b']))
  expect(names(withPage(two, 1, aPage(['a'], { totalPages: 1 })))).toEqual(['a'])
  expect(withPage(two, 1, aPage([], { totalPages: 0, total: 0 })).pages).toEqual([[]])
})

test('I2 who stands on a card is not in the table, and who moved between two answers is there once', () => {
  const board = withPage(withPage(empty, 1, aPage(['a', 'b', 'c'])), 2, aPage(['c', 'd']))
  expect(names({ ...board, top: [aPlayer('a'), aPlayer('b')] })).toEqual(['c', 'd'])
})

test('the pages in sight count the players on the cards', () => {
  expect(pagesOf(0, 10, 5)).toEqual([1])
  expect(pagesOf(boardPageSize - 6, boardPageSize - 5, 5)).toEqual([1, 2])
  expect(pagesOf(boardPageSize - 6, boardPageSize - 5, 0)).toEqual([1])
  expect(pagesOf(3 * boardPageSize, 3 * boardPageSize + 20, 0)).toEqual([4])
})
