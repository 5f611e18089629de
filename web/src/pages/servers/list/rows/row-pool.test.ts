import { expect, test } from 'vitest'
import { createRowPool } from './row-pool.ts'

test('a server that stays in sight keeps its row', () => {
  const { assign } = createRowPool()
  expect(assign(['a', 'b', 'c'])).toEqual([0, 1, 2])
  expect(assign(['c', 'a', 'b'])).toEqual([2, 0, 1])
})

test('new servers take over the rows of those that left, in their order', () => {
  const { assign } = createRowPool()
  assign(['a', 'b', 'c'])
  expect(assign(['x', 'y', 'z'])).toEqual([0, 1, 2])
  expect(assign(['y', 'z', 'a'])).toEqual([1, 2, 0])
})

test('no row is given twice, however many are needed', () => {
  const { assign } = createRowPool()
  assign(['a', 'b'])
  expect(assign(['b'])).toEqual([1])
  const rows = assign(['b', 'c', 'd', 'e'])
  expect(new Set(rows).size).toBe(4)
})

test('the row with the focus never turns into another server', () => {
  const { assign, hold } = createRowPool()
  assign(['a', 'b'])
  hold('a')
  expect(assign(['b', 'c'])).toEqual([1, 2])
  expect(assign(['b', 'c', 'a'])).toEqual([1, 2, 3])
})
