import { expect, test } from 'vitest'
import { splitParagraphs, formatUpdated } from './rules-text.ts'

test('D16 a line is a paragraph; blank lines are ignored', () => {
  expect(splitParagraphs('No cheating.\r\n\r\n  Be kind. \n')).toEqual(['No cheating.', 'Be kind.'])
  expect(splitParagraphs(' \n ')).toEqual([])
})

test('D16 the day of a change is that of Asia/Shanghai', () => {
  const lateEvening = Date.UTC(2026, 10, 20, 17)
  expect(formatUpdated(lateEvening, 'zh')).toBe('2026年11月21日')
  expect(formatUpdated(lateEvening, 'en')).toBe('November 21, 2026')
})
