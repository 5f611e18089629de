import { afterEach, expect, test } from 'vitest'
import { noteAnswer, portalTime } from './portal-clock.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const answered = (date: string) => noteAnswer(new Headers({ date }), now)

afterEach(() => answered('Sat, 21 Nov 2026 12:00:00 GMT'))

test('G7 locks and ends count by the portal’s clock where this device’s is wrong', () => {
  answered('Sat, 21 Nov 2026 13:00:00 GMT')
  expect(portalTime(now) - now).toBe(3_600_500)
})

test('G7 a difference that an answer’s own way explains is none; an answer without a time changes nothing', () => {
  answered('Sat, 21 Nov 2026 12:00:01 GMT')
  expect(portalTime(now)).toBe(now)
  answered('Sat, 21 Nov 2026 11:00:00 GMT')
  noteAnswer(new Headers(), now)
  expect(portalTime(now)).toBe(now - 3_599_500)
})
