import { expect, test } from 'vitest'
import { formatDayAndTime, formatFullDay, formatShortDay, startOfDay } from './community-dates.ts'

const evening = Date.parse('2026-11-21T20:05:00Z')

test('I5 moments are read in the community’s zone, by 24 hours, with spaces beside Chinese', () => {
  expect(formatDayAndTime(evening, 'zh')).toBe('11 月 22 日 04:05')
  expect(formatDayAndTime(evening, 'en')).toBe('Nov 22, 04:05')
  expect(formatFullDay(evening, 'zh')).toBe('2026 年 11 月 22 日')
  expect(formatFullDay(evening, 'en')).toBe('Nov 22, 2026')
})

test('I5 a day of the community is the same day to every reader', () => {
  expect(formatShortDay('2026-11-01', 'zh')).toBe('11 月 1 日')
  expect(formatShortDay('2026-11-01', 'en')).toBe('Nov 1')
  expect(startOfDay('2026-11-22')).toBe(Date.parse('2026-11-21T16:00:00Z'))
})
