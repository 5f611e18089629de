import { expect, test } from 'vitest'
import { retryDelay } from './backoff.ts'

test('waits double from one second to a minute', () => {
  expect([1, 2, 3, 7, 50].map((failures) => retryDelay(failures, 1))).toEqual([
    1000, 2000, 4000, 60_000, 60_000,
  ])
})

test('pages spread over the second half of the wait', () => {
  expect([0, 0.5].map((random) => retryDelay(3, random))).toEqual([2000, 3000])
})
