import { expect, test } from 'vitest'
import { demosInOrder, secondsToRefresh } from './demo-list.ts'
import { fileSize } from './file-size.ts'

test('G17 demos are listed by name, the last one first', () => {
  const names = ['2026-11-20_b.dem', '2026-11-21_a.dem', '2026-11-20_a.dem']
  const demos = names.map((name) => ({ name, size: 1, received: 0 }))
  expect(demosInOrder(demos).map(({ name }) => name)).toEqual([
    '2026-11-21_a.dem',
    '2026-11-20_b.dem',
    '2026-11-20_a.dem',
  ])
  expect(demos.map(({ name }) => name)).toEqual(names)
})

test('G17 a demo that came in two pages is listed once', () => {
  const demo = { name: 'a.dem', size: 1, received: 0 }
  expect(demosInOrder([demo, { ...demo, size: 2 }])).toEqual([{ ...demo, size: 2 }])
})

test('G17 the list is asked for at most once per 3 s', () => {
  expect(secondsToRefresh(10_000, 10_000)).toBe(3)
  expect(secondsToRefresh(10_000, 10_001)).toBe(3)
  expect(secondsToRefresh(10_000, 12_999)).toBe(1)
  expect(secondsToRefresh(10_000, 13_000)).toBe(0)
})

test('G17 a clock that is set back does not lock the button for longer', () => {
  expect(secondsToRefresh(10_000, 0)).toBe(3)
})

test('G17 sizes read as people write them', () => {
  expect(fileSize(0, 'en')).toBe('0 byte')
  expect(fileSize(900 * 1_024, 'en')).toBe('900 kB')
  expect(fileSize(148.4 * 1_024 ** 2, 'en')).toBe('148 MB')
  expect(fileSize(1.25 * 1_024 ** 3, 'zh')).toBe('1.3 GB')
})
