import { expect, test } from 'vitest'
import type { Feed } from './servers.queries.ts'
import { getFeedState } from './server-text.ts'

const now = Date.parse('2026-11-21T20:00:00+08:00')
const feed = (change: Partial<Feed> = {}): Feed => ({
  server: '01a2074b-9504-740d-918b-bee39a52367a',
  name: 'Server',
  reports: true,
  last: now - 1_000,
  batches: 10,
  bytes: 1_000,
  waiting: 0,
  gaps: 0,
  missing: 0,
  match: 'on',
  ...change,
})

test('I6 a log that counts nothing yet, or has a gap, is not shown as good', () => {
  expect(getFeedState(feed(), now)).toBe('good')
  expect(getFeedState(feed({ match: 'off' }), now)).toBe('good')
  expect(getFeedState(feed({ match: 'unknown' }), now)).toBe('undecided')
  expect(getFeedState(feed({ gaps: 2, missing: 124_454 }), now)).toBe('incomplete')
})

test('I6 a log that does not arrive, or is not worked off, says so first', () => {
  const broken = { match: 'unknown', gaps: 1 } as const
  expect(getFeedState(undefined, now)).toBe('none')
  expect(getFeedState(feed({ ...broken, reports: false }), now)).toBe('none')
  expect(getFeedState(feed({ ...broken, waiting: 50 }), now)).toBe('behind')
  expect(getFeedState(feed({ ...broken, last: now - 16 * 60_000 }), now)).toBe('quiet')
})
