import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideNightlyRestart } from './nightly-restart.ts'

const minute = 60_000
const hour = 60 * minute
/** 05:00 in Asia/Shanghai. */
const night = Date.UTC(2026, 10, 21, 21)
const server = { number: 'sv-7f3k2q', startedAt: night - 24 * hour, players: 0 }

/** Goes through time as the reconciler does, from one asked time to the next; the times of its restarts. */
function follow(start: number, end: number, players: (at: number) => number | null, number = server.number) {
  const restarts: number[] = []
  let startedAt = start - 24 * hour
  for (let now = start; now < end;) {
    const step = decideNightlyRestart(5, { number, startedAt, players: players(now) }, now)
    if (step.kind === 'restart') {
      restarts.push(now)
      startedAt = now
      now += minute
    } else {
      expect(step.until).toBeGreaterThan(now)
      now = step.until
    }
  }
  return restarts
}

test('R13 an empty server is restarted once a night, within two hours of the set hour', () => {
  const restarts = follow(night - 12 * hour, night + 60 * hour, () => 0)
  expect(restarts).toHaveLength(3)
  for (const [index, at] of restarts.entries()) {
    expect(at).toBeGreaterThanOrEqual(night + index * 24 * hour)
    expect(at).toBeLessThan(night + index * 24 * hour + 2 * hour)
  }
})

test('R13 an occupied server is restarted when it is empty, and not that night if it never is', () => {
  expect(follow(night - hour, night + 20 * hour, () => 3)).toEqual([])
  expect(follow(night - hour, night + 20 * hour, () => null)).toEqual([])
  const [at = 0, ...more] = follow(night - hour, night + 20 * hour, (now) => (now < night + 3 * hour ? 2 : 0))
  expect(more).toEqual([])
  expect(at).toBeGreaterThanOrEqual(night + 3 * hour)
  expect(at).toBeLessThanOrEqual(night + 3 * hour + 5 * minute)
})

test('R13 a server that started during the night is not restarted, a night is named by its day in Asia/Shanghai', () => {
  const later = night + 3 * hour
  expect(decideNightlyRestart(5, { ...server, startedAt: night + minute }, later).kind).toBe('wait')
  expect(decideNightlyRestart(5, server, later)).toEqual({ kind: 'restart', night: '2026-11-22' })
})

test('R13 servers of one host do not begin at once', () => {
  const numbers = Array.from({ length: 40 }, (_, index) => `sv-aaaa${String(index).padStart(2, '0')}`)
  const minutes = numbers.map((number) => follow(night - hour, night + 4 * hour, () => 0, number)[0] ?? 0)
  expect(new Set(minutes).size).toBeGreaterThan(25)
})

test('R13 whatever the hour, the players and the time, a server is restarted at most once in any 19 hours', () => {
  const property = fc.property(
    fc.integer({ min: 0, max: 47 }),
    fc.infiniteStream(fc.integer({ min: 0, max: 2 })),
    (from, stream) => {
      const start = night - 24 * hour + from * hour
      const restarts = follow(start, start + 96 * hour, () => stream.next().value ?? 0)
      return restarts.every((at, index) => index === 0 || at - (restarts[index - 1] ?? 0) >= 19 * hour)
    },
  )
  expect(() => fc.assert(property, { numRuns: 100 })).not.toThrow()
})
