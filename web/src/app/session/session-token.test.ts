import { expect, test } from 'vitest'
import { makeToken } from '../testing/browser.ts'
import { readClaims, isTokenValid } from './session-token.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

test('C14 a token holds until it expires', () => {
  const token = makeToken(now)
  expect(isTokenValid(token, now - 1)).toBe(true)
  expect(isTokenValid(token, now)).toBe(false)
})

test.each([null, '', 'abc', 'a.b.c', 'a.e30.c', 'a.bnVsbA.c', 'a.eyJleHAiOiI5OTk5OTk5OTk5OTkifQ.c'])(
  'C14 %j is no token that holds',
  (token) => {
    expect(isTokenValid(token, now)).toBe(false)
  },
)

test('C9 what a token says is read as UTF-8', () => {
  expect(readClaims(makeToken(now, { name: '风筝?>' }))).toEqual({ name: '风筝?>', exp: now / 1_000 })
  expect(readClaims('nothing')).toEqual({})
})
