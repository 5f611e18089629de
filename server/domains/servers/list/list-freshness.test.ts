import { expect, test } from 'vitest'
import { TestClock } from '../../../platform/clock/clock.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { isServerListFresh } from './list-freshness.ts'

const context = (pollIntervalMs: number) => ({
  clock: new TestClock(),
  config: { ...readConfig({ CLUTCH_ENV: 'development' }), pollIntervalMs },
})
const confirmed = (agoMs: number, version = '7') => ({
  snapshot: { version },
  at: new TestClock().now().getTime() - agoMs,
})

test.each([
  ['a minute', 1_000, 60_000],
  ['six intervals, where those are longer', 20_000, 120_000],
])('the list is fresh for %s after its confirmation', (_howLong, intervalMs, freshMs) => {
  expect(isServerListFresh(confirmed(freshMs), context(intervalMs))).toBe(true)
  expect(isServerListFresh(confirmed(freshMs + 1), context(intervalMs))).toBe(false)
})

test('a list that was never confirmed is fresh only until a server is registered', () => {
  expect(isServerListFresh({ snapshot: { version: '0' }, at: 0 }, context(1_000))).toBe(true)
  expect(isServerListFresh({ snapshot: { version: '1' }, at: 0 }, context(1_000))).toBe(false)
})
