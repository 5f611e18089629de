import { boardPageSize } from '@clutch/contract/limits.ts'
import { expect, test } from 'vitest'
import { createPage, createPlayer } from '../testing/players.ts'
import { hasMore, pagesOfRows, rowsBelowPodium, addPage, type Board } from './board-pages.ts'

const empty: Board = {
  view: { mode: 'dm', season: 'all', groups: [] },
  top: [],
  pages: [],
  totalPages: 0,
  total: 0,
  groups: { pro: 0, kol: 0, op: 0 },
  updated: null,
}

const names = (board: Board) => rowsBelowPodium(board).map(({ steamid }) => steamid)

test('I7 there is more while the page is before the last', () => {
  const one = addPage(empty, 1, createPage(['a', 'b']))
  expect(hasMore(one)).toBe(true)
  const three = addPage(addPage(one, 2, createPage(['c'])), 3, createPage(['d']))
  expect(names(three)).toEqual(['a', 'b', 'c', 'd'])
  expect(hasMore(three)).toBe(false)
  expect(hasMore(addPage(empty, 1, createPage([], { totalPages: 0 })))).toBe(false)
})

test('I8 a page that is asked for again replaces itself; its counts are the newest', () => {
  const two = addPage(addPage(empty, 1, createPage(['a', 'b'])), 2, createPage(['c']))
  const again = addPage(
    two,
    1,
    createPage(['b', 'a'], { total: 9, updated: 5, groups: { pro: 1, kol: 2, op: 3 } }),
  )
  expect(names(again)).toEqual(['b', 'a', 'c'])
  expect(again).toMatchObject({ total: 9, updated: 5, groups: { pro: 1, kol: 2, op: 3 } })
})

test('a page that does not follow the last one held is left out', () => {
  const one = addPage(empty, 1, createPage(['a']))
  expect(names(addPage(one, 3, createPage(['z'])))).toEqual(['a'])
})

test('a board that shrinks loses its last pages, never its first', () => {
  const two = addPage(addPage(empty, 1, createPage(['a'])), 2, createPage(['b']))
  expect(names(addPage(two, 1, createPage(['a'], { totalPages: 1 })))).toEqual(['a'])
  expect(addPage(two, 1, createPage([], { totalPages: 0, total: 0 })).pages).toEqual([[]])
})

test('I2 a player on a card is not in the table, and one who moved between two answers appears once', () => {
  const board = addPage(addPage(empty, 1, createPage(['a', 'b', 'c'])), 2, createPage(['c', 'd']))
  expect(names({ ...board, top: [createPlayer('a'), createPlayer('b')] })).toEqual(['c', 'd'])
})

test('the pages in sight count the players on the cards', () => {
  expect(pagesOfRows(0, 10, 5)).toEqual([1])
  expect(pagesOfRows(boardPageSize - 6, boardPageSize - 5, 5)).toEqual([1, 2])
  expect(pagesOfRows(boardPageSize - 6, boardPageSize - 5, 0)).toEqual([1])
  expect(pagesOfRows(3 * boardPageSize, 3 * boardPageSize + 20, 0)).toEqual([4])
})
