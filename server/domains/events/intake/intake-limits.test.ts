import { expect, test } from 'vitest'
import { eventBatchesPerSecond, eventBytesPerSecond } from '@clutch/contract/limits.ts'
import { TestClock } from '../../../platform/clock/clock.ts'
import { IntakeLimits } from './intake-limits.ts'

test('I10 a server may send its batches a second in bursts of ten seconds, and no more', () => {
  const clock = new TestClock()
  const limits = new IntakeLimits(clock)
  const takeAll = () => {
    let taken = 0
    while (limits.take('a', 1) === 0) taken += 1
    return taken
  }
  expect(takeAll()).toBe(10 * eventBatchesPerSecond)
  expect(limits.take('b', 1)).toBe(0)
  clock.advance(1_000)
  expect(takeAll()).toBe(eventBatchesPerSecond)
  clock.advance(3_600_000)
  expect(takeAll()).toBe(10 * eventBatchesPerSecond)
})

test('I10 a burst of bytes is owed before the next batch, announced or not', () => {
  const clock = new TestClock()
  const limits = new IntakeLimits(clock)
  expect(limits.take('a', 10 * eventBytesPerSecond)).toBe(0)
  const restMs = limits.take('a', 1)
  expect(restMs).toBeGreaterThan(0)
  clock.advance(Math.ceil(restMs))
  expect(limits.take('a', 1)).toBe(0)
  limits.owe('a', eventBytesPerSecond)
  expect(limits.take('a', 1)).toBeGreaterThan(900)
})
