import { expect, test } from 'vitest'
import { explainStartError } from '../../lifecycle/start-problem.ts'
import { isUnavailable } from './database-unavailable.ts'

const withCode = (code: string, more: object = {}) => Object.assign(new Error('words'), { code, ...more })

test.each(['EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ENOTFOUND', 'ETIMEDOUT'])(
  'no way to the database (%s) is unavailable, and one line at the start',
  (code) => {
    const error = withCode(code, { syscall: code === 'EAI_AGAIN' ? 'getaddrinfo' : 'connect' })
    expect(isUnavailable(error)).toBe(true)
    expect(explainStartError(error)).toEqual([expect.stringMatching(/^DATABASE_URL: /)])
  },
)

test.each(['57014', '25006', '40P01', '53300', '57P03', '08P01'])(
  'a database that cannot now (%s) is unavailable, and one line at the start',
  (code) => {
    expect(isUnavailable(withCode(code))).toBe(true)
    expect(explainStartError(withCode(code))).toEqual([expect.stringMatching(/^DATABASE_URL: /)])
  },
)

test.each(['Query read timeout', 'timeout expired', 'Connection terminated unexpectedly'])(
  'the words of the driver (%s) are unavailable, and one line at the start',
  (words) => {
    expect(isUnavailable(new Error(words))).toBe(true)
    expect(explainStartError(new Error(words))).toEqual(['DATABASE_URL: no database answers there'])
  },
)

test.each(['23505', '42P01', '22P05'])('a wrong query (%s) is not', (code) => {
  expect(isUnavailable(withCode(code))).toBe(false)
  expect(explainStartError(withCode(code))).toBeNull()
})
