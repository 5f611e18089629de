import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getApplyState, getOutageCredit } from './outages.ts'

const hour = 3_600_000
const day = 24 * hour
const now = Date.UTC(2026, 10, 21, 7)

test.each([
  ['a minute', 60_000, 0],
  ['exactly an hour', hour, 0],
  ['more than an hour', hour + 1, hour + 1],
  ['six days', 6 * day, 6 * day],
  ['a month', 30 * day, 7 * day],
])('G20 an outage of %s gives back what the rule says', (_name, length, credit) => {
  expect(getOutageCredit(now, now + length)).toBe(credit)
})

test('G20 an outage that is given back in parts gives as much as in one', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3 * day }), { maxLength: 8 }), (steps) => {
      let until = now
      let given = 0
      for (const step of steps) {
        until += step
        given += getOutageCredit(now, until, given)
      }
      expect(given).toBe(getOutageCredit(now, until))
    }),
  )
})

test('G14 G15 a change is pending, could not be applied yet after 20 s, and applied once it is confirmed', () => {
  const pending = [{ kind: 'password', since: now }] as const
  expect(getApplyState(pending, 'password', now + 19_999)).toBe('pending')
  expect(getApplyState(pending, 'password', now + 20_000)).toBe('delayed')
  expect(getApplyState(pending, 'admins', now + hour)).toBe('applied')
  expect(getApplyState([], 'password', now)).toBe('applied')
})
