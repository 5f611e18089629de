import { afterEach, expect, test } from 'vitest'
import { recordPortalTime, toPortalTime } from './portal-clock.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const answered = (date: string) => recordPortalTime(new Headers({ date }), now)

afterEach(() => answered('Sat, 21 Nov 2026 12:00:00 GMT'))

test('G7 locks and ends count by the portal’s clock where this device’s is wrong', () => {
  answered('Sat, 21 Nov 2026 13:00:00 GMT')
  expect(toPortalTime(now) - now).toBe(3_600_500)
})

test('G7 a difference explained by latency is ignored; an answer without a time changes nothing', () => {
  answered('Sat, 21 Nov 2026 12:00:01 GMT')
  expect(toPortalTime(now)).toBe(now)
  answered('Sat, 21 Nov 2026 11:00:00 GMT')
  recordPortalTime(new Headers(), now)
  expect(toPortalTime(now)).toBe(now - 3_599_500)
})
