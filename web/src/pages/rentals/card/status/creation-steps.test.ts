import { expect, test } from 'vitest'
import { formatMinutes, creationProgress, completedShare } from './creation-steps.ts'

const states = (steps: Parameters<typeof creationProgress>[0]) =>
  creationProgress(steps).map(({ state }) => state)

test('G12 the making of a server goes through its four steps, the last that was reached being under way', () => {
  expect(states({ queued: 1, placed: null, starting: null, ready: null })).toEqual([
    'now',
    'next',
    'next',
    'next',
  ])
  expect(states({ queued: 1, placed: 2, starting: 3, ready: null })).toEqual(['done', 'done', 'now', 'next'])
  expect(states({ queued: 1, placed: 2, starting: 3, ready: 4 })).toEqual(['done', 'done', 'done', 'done'])
})

test('G12 the more was reached the more is done', () => {
  const shares = [
    creationProgress({ queued: 1, placed: null, starting: null, ready: null }),
    creationProgress({ queued: 1, placed: 2, starting: null, ready: null }),
    creationProgress({ queued: 1, placed: 2, starting: 3, ready: null }),
    creationProgress({ queued: 1, placed: 2, starting: 3, ready: 4 }),
  ].map(completedShare)
  expect(shares).toEqual([0.125, 0.375, 0.625, 1])
})

test('G18 elapsed time reads as minutes and seconds, and never below nothing', () => {
  expect([0, 999, 72_000, 3_600_000, -5_000].map(formatMinutes)).toEqual([
    '00:00',
    '00:00',
    '01:12',
    '60:00',
    '00:00',
  ])
})
