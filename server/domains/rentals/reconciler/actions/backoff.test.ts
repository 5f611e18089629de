import { expect, test } from 'vitest'
import { nextRetry } from './backoff.ts'

const now = new Date('2026-11-21T12:00:00Z')

test('R2 what fails is tried again after 1 s, then later and later, up to 5 minutes', () => {
  let before: { tries: number; retry_at: Date | null } = { tries: 0, retry_at: null }
  const waits = Array.from({ length: 11 }, () => {
    const next = nextRetry(before, before.retry_at ?? now, 1)
    const ms = next.retry_at.getTime() - (before.retry_at ?? now).getTime()
    before = next
    return ms / 1_000
  })
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
})

test('R2 not everything is tried again in one moment, and what failed long ago is forgotten', () => {
  const before = { tries: 3, retry_at: now }
  expect(nextRetry(before, now, 0).retry_at.getTime() - now.getTime()).toBe(4_000)
  expect(nextRetry(before, now, 1).retry_at.getTime() - now.getTime()).toBe(8_000)
  expect(nextRetry(before, new Date(now.getTime() + 600_000), 1).tries).toBe(1)
})
