import { creationConfirmationMs } from '@clutch/contract/limits.ts'
import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { expect, test } from 'vitest'
import { createSampleServer } from '../list/sample-server.ts'
import { getCreationProgress, remainingDelay, findCreatedServer } from './server-creation.ts'

const now = Date.parse('2026-11-21T06:10:00Z')
const server = (id: string, change: Partial<RentalView> = {}): RentalView => ({
  ...createSampleServer(id, 'Server', 'Shanghai'),
  created: now,
  ...change,
})

test('G12 the confirmation lasts 180 seconds; if seen late, only the rest of them', () => {
  expect(remainingDelay({ paid: now - 9_000 }, false, now)).toBe(180_000)
  expect(remainingDelay({ paid: now - 60_000 }, true, now)).toBe(120_000)
  expect(remainingDelay({ paid: now - 181_000 }, true, now)).toBe(0)
})

test('G12 a clock that is wrong makes it no longer than that', () => {
  expect(remainingDelay({ paid: now + 60_000 }, true, now)).toBe(creationConfirmationMs)
  expect(remainingDelay({ paid: null }, true, now)).toBe(creationConfirmationMs)
})

test('G12 what came of an order is the newest of one’s own servers, once it is there', () => {
  const order = { created: now - 30_000 }
  const older = server('sv-older1', { created: now - 60_000 })
  const others = server('sv-others', { created: now + 5_000, isOwner: false })
  expect(findCreatedServer(order, [older, others])).toBeUndefined()
  expect(findCreatedServer(order, [older, others, server('sv-bought')])?.instance_id).toBe('sv-bought')
  const next = server('sv-next00', { created: now + 1_000 })
  expect(findCreatedServer(order, [server('sv-bought'), next, older])?.instance_id).toBe('sv-next00')
})

test('G12 the creation is reported step by step, and ends when the server runs', () => {
  const steps = { queued: now, placed: now + 1_000, starting: null, ready: null }
  const statesOf = (change: Partial<RentalView>) =>
    getCreationProgress(server('sv-bought', change))?.map(({ state }) => state)
  expect(statesOf({ status: 'CREATING', steps })).toEqual(['done', 'now', 'next', 'next'])
  expect(statesOf({ status: 'RUNNING', steps: null })).toEqual(['done', 'done', 'done', 'done'])
  expect(statesOf({ status: 'FAILED', steps: null })).toBeUndefined()
})
