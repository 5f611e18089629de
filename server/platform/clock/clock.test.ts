import { afterEach, expect, test, vi } from 'vitest'
import { TestClock, startDatabaseClock } from './clock.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('the clock follows the database, not the machine, and measures again each minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  let databaseTime = new Date('2031-01-01T00:00:00Z')
  const clock = await startDatabaseClock(
    () => Promise.resolve(databaseTime),
    () => undefined,
  )
  expect(clock.now()).toEqual(databaseTime)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(clock.now()).toEqual(new Date('2031-01-01T00:00:59Z'))
  databaseTime = new Date('2031-01-01T00:02:00Z')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(clock.now()).toEqual(databaseTime)
  clock.stop()
})

test('a database that does not answer leaves the clock running on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const measure = vi.fn<() => Promise<Date>>().mockRejectedValue(new Error('gone'))
  measure.mockResolvedValueOnce(new Date('2031-01-01T00:00:00Z'))
  const failed = vi.fn<(error: unknown) => void>()
  const clock = await startDatabaseClock(measure, failed)
  await vi.advanceTimersByTimeAsync(90_000)
  expect(failed).toHaveBeenCalledOnce()
  expect(clock.now()).toEqual(new Date('2031-01-01T00:01:30Z'))
  clock.stop()
})

test('a measurement that waited for a connection does not shift the clock', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] })
  let waitMs = 0
  const now = () => new Date(Date.parse('2031-01-01T00:00:00Z') + performance.now())
  const measure = () =>
    new Promise<Date>((resolve) => {
      setTimeout(() => resolve(now()), waitMs)
    })
  const starting = startDatabaseClock(measure, () => undefined)
  await vi.advanceTimersByTimeAsync(1)
  const clock = await starting
  const offBy = () => Math.abs(clock.now().getTime() - now().getTime())
  waitMs = 4_000
  await vi.advanceTimersByTimeAsync(64_000)
  expect(offBy()).toBeLessThan(5)
  waitMs = 10
  await vi.advanceTimersByTimeAsync(10_000)
  expect(offBy()).toBeLessThan(10)
  clock.stop()
})

test('a test clock moves only when it is moved', () => {
  const clock = new TestClock('2026-11-21T12:00:00Z')
  clock.advance(1_500)
  expect([clock.now().toISOString(), clock.monotonicMs()]).toEqual(['2026-11-21T12:00:01.500Z', 1_500])
  clock.set('2026-01-01T00:00:00Z')
  expect([clock.now().toISOString(), clock.monotonicMs()]).toEqual(['2026-01-01T00:00:00.000Z', 1_500])
})
