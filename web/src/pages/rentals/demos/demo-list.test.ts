import { expect, test } from 'vitest'
import { sortDemos, secondsUntilRefresh } from './demo-list.ts'
import { formatFileSize } from './file-size.ts'

test('G17 demos are listed by name, the last one first', () => {
  const names = ['2026-11-20_b.dem', '2026-11-21_a.dem', '2026-11-20_a.dem']
  const demos = names.map((name) => ({ name, size: 1, received: 0 }))
  expect(sortDemos(demos).map(({ name }) => name)).toEqual([
    '2026-11-21_a.dem',
    '2026-11-20_b.dem',
    '2026-11-20_a.dem',
  ])
  expect(demos.map(({ name }) => name)).toEqual(names)
})

test('G17 a demo that came in two pages is listed once', () => {
  const demo = { name: 'a.dem', size: 1, received: 0 }
  expect(sortDemos([demo, { ...demo, size: 2 }])).toEqual([{ ...demo, size: 2 }])
})

test('G17 the list is asked for at most once per 3 s', () => {
  expect(secondsUntilRefresh(10_000, 10_000)).toBe(3)
  expect(secondsUntilRefresh(10_000, 10_001)).toBe(3)
  expect(secondsUntilRefresh(10_000, 12_999)).toBe(1)
  expect(secondsUntilRefresh(10_000, 13_000)).toBe(0)
})

test('G17 a clock that is set back does not lock the button for longer', () => {
  expect(secondsUntilRefresh(10_000, 0)).toBe(3)
})

test('G17 sizes read as people write them', () => {
  expect(formatFileSize(0, 'en')).toBe('0 byte')
  expect(formatFileSize(900 * 1_024, 'en')).toBe('900 kB')
  expect(formatFileSize(148.4 * 1_024 ** 2, 'en')).toBe('148 MB')
  expect(formatFileSize(1.25 * 1_024 ** 3, 'zh')).toBe('1.3 GB')
})
