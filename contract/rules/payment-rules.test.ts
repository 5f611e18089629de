import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paymentWindowMs } from '../limits.ts'
import {
  attemptStates,
  attemptTransitions,
  isLive,
  mayAttemptBecome,
  mayOrderBecome,
  mayRefundBecome,
  orderStates,
  orderTransitions,
  refundStates,
  refundTransitions,
  toldState,
} from './order-states.ts'
import { nextCheck, paymentChecksMs, retryDelayMs, windowIsOver } from './payment-checks.ts'

/** Every pair of states between which something may go. */
function allowed<S extends string>(states: readonly S[], may: (from: S, to: S) => boolean): string[] {
  return states.flatMap((from) => states.filter((to) => may(from, to)).map((to) => `${from} → ${to}`))
}

test('H5 an order goes these ways and no other', () => {
  expect(allowed(orderStates, mayOrderBecome)).toEqual([
    'open → closed',
    'open → paid',
    'closed → paid',
    'paid → fulfilled',
    'paid → refunded',
    'fulfilled → refunded',
  ])
})

test('H5 money that comes is taken in every state of an attempt, and a paid one stays paid', () => {
  for (const state of attemptStates) expect(mayAttemptBecome(state, 'paid')).toBe(state !== 'paid')
  expect(attemptStates.filter((to) => mayAttemptBecome('paid', to))).toEqual([])
  expect(attemptStates.filter((to) => mayAttemptBecome('disputed', to))).toEqual(['paid'])
  expect(attemptStates.filter((from) => mayAttemptBecome(from, 'failed'))).toEqual(['creating'])
  expect(attemptStates.filter((from) => mayAttemptBecome(from, 'open'))).toEqual(['creating'])
})

test('H8 an attempt can be paid until its provider has closed it', () => {
  expect(attemptStates.filter(isLive)).toEqual(['creating', 'open', 'closing'])
  expect(
    allowed(attemptStates, mayAttemptBecome).filter((way) => /^(closed|failed) → (creating|open)/.test(way)),
  ).toEqual([])
})

test('H3 a refund ends once, as done or as failed', () => {
  expect(allowed(refundStates, mayRefundBecome)).toEqual([
    'asked → pending',
    'asked → done',
    'asked → failed',
    'pending → done',
    'pending → failed',
  ])
})

test('H5 every table leads to states that there are, and none to itself', () => {
  for (const table of [orderTransitions, attemptTransitions, refundTransitions])
    for (const [from, ways] of Object.entries(table))
      for (const to of ways) expect([to in table, to === from]).toEqual([true, false])
})

test('H2 a buyer is told four states', () => {
  expect(orderStates.map(toldState).toSorted()).toEqual(['closed', 'open', 'paid', 'paid', 'refunded'])
  expect(toldState('fulfilled')).toBe('paid')
})

test('H5 a provider is asked at these times after an attempt was made, and long after', () => {
  expect(paymentChecksMs.map((ms) => ms / 1_000)).toEqual([15, 30, 60, 180, 480, 4_080, 86_880, 605_280])
  expect(nextCheck(1_000, 1_000)).toBe(16_000)
  expect(nextCheck(1_000, 16_000)).toBe(31_000)
  expect(nextCheck(0, paymentChecksMs.at(-1) ?? 0)).toBeNull()
})

test('H5 the next check always lies ahead, and none is left out by asking early', () => {
  const moment = fc.integer({ min: 0, max: 10 * 24 * 3_600_000 })
  fc.assert(
    fc.property(moment, moment, (created, later) => {
      const next = nextCheck(created, created + later)
      if (next === null) expect(later).toBeGreaterThanOrEqual(paymentChecksMs.at(-1) ?? 0)
      else {
        expect(next).toBeGreaterThan(created + later)
        expect(paymentChecksMs.filter((ms) => ms > later)[0]).toBe(next - created)
      }
    }),
  )
})

test('H4 the window is eight minutes, its end no longer in it', () => {
  expect(windowIsOver(5, 5 + paymentWindowMs - 1)).toBe(false)
  expect(windowIsOver(5, 5 + paymentWindowMs)).toBe(true)
  expect(paymentWindowMs).toBe(480_000)
})

test('H5 what has no answer is tried ever more seldom, but every hour', () => {
  expect([0, 1, 2, 9, 10, 1_000].map(retryDelayMs)).toEqual([
    5_000, 10_000, 20_000, 2_560_000, 3_600_000, 3_600_000,
  ])
  fc.assert(
    fc.property(fc.nat(10_000), (tries) => {
      expect(retryDelayMs(tries + 1)).toBeGreaterThanOrEqual(retryDelayMs(tries))
    }),
  )
})
