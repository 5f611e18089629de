import fc from 'fast-check'
import { expect, test } from 'vitest'
import { communityTimeZone } from '@clutch/contract/limits.ts'
import { formatIsoDay } from './community-clock.ts'
import {
  formatDayAndTime,
  formatDayTimeAndYear,
  formatFullDay,
  formatLongDay,
  formatShortDay,
  startOfDay,
} from './community-dates.ts'

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

test('I5 days and times read as `Intl` writes them in the community’s zone, apart from the spaces', () => {
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const day = { month: 'short', day: 'numeric' } as const
  const full = { ...day, year: 'numeric' } as const
  const moment = fc.integer({ min: Date.UTC(1992, 0), max: Date.UTC(2100, 0) })
  const formats = ['zh', 'en'].map((language) => {
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, { timeZone: communityTimeZone, ...options })
    const [dayAndTime, fullAndTime] = [format({ ...day, ...clock }), format({ ...full, ...clock })]
    return { language, dayAndTime, fullAndTime, full: format(full), long: format({ dateStyle: 'long' }) }
  })
  const iso = new Intl.DateTimeFormat('sv', { timeZone: communityTimeZone })
  const withoutSpaces = (text: string) => text.replaceAll(' ', '')
  fc.assert(
    fc.property(moment, fc.constantFrom(...formats), (at, format) => {
      const { language } = format
      const pairs = [
        [formatDayAndTime(at, language), format.dayAndTime],
        [formatDayTimeAndYear(at, language), format.fullAndTime],
        [formatFullDay(at, language), format.full],
      ] as const
      for (const [text, written] of pairs) expect(withoutSpaces(text)).toBe(withoutSpaces(written.format(at)))
      expect(formatLongDay(at, language)).toBe(format.long.format(at))
      expect(formatIsoDay(at)).toBe(iso.format(at))
    }),
  )
})
