import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatFieldTime, parseFieldTime } from './field-time.ts'

test('J a moment is entered in Beijing time, eight hours ahead of UTC', () => {
  expect(formatFieldTime(Date.UTC(2026, 10, 22, 16, 30))).toBe('2026-11-23T00:30')
  expect(parseFieldTime('2026-11-23T00:30')).toBe(Date.UTC(2026, 10, 22, 16, 30))
})

test.each(['', '2026-13-01T00:00', 'soon'])('J %j is no moment', (text) => {
  expect(parseFieldTime(text)).toBeNull()
})

test('J what a field shows is read as the same minute', () => {
  const minutes = fc.integer({ min: 0, max: 66_000_000 })
  fc.assert(
    fc.property(minutes, (minute) => parseFieldTime(formatFieldTime(minute * 60_000)) === minute * 60_000),
  )
})
