import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paymentWindowMs } from '../../limits.ts'
import {
  attemptStates,
  attemptTransitions,
  isAttemptPayable,
  canAttemptBecome,
  canOrderBecome,
  canRefundBecome,
  orderStates,
  orderTransitions,
  refundStates,
  refundTransitions,
  toPublicOrderState,
} from './order-states.ts'
import {
  getNextPaymentCheck,
  paymentCheckDelaysMs,
  getRetryDelayMs,
  isPaymentWindowOver,
} from './payment-checks.ts'

/** Every pair of states between which something may go. */
function allowed<S extends string>(states: readonly S[], may: (from: S, to: S) => boolean): string[] {
  return states.flatMap((from) => states.filter((to) => may(from, to)).map((to) => `${from} → ${to}`))
}

test('H5 an order goes these ways and no other', () => {
  expect(allowed(orderStates, canOrderBecome)).toEqual([
    'open → closed',
    'open → paid',
    'closed → paid',
    'paid → fulfilled',
    'paid → refunded',
    'fulfilled → refunded',
  ])
})

test('H5 money that comes is taken in every state of an attempt, and a paid one stays paid', () => {
  for (const state of attemptStates) expect(canAttemptBecome(state, 'paid')).toBe(state !== 'paid')
  expect(attemptStates.filter((to) => canAttemptBecome('paid', to))).toEqual([])
  expect(attemptStates.filter((to) => canAttemptBecome('disputed', to))).toEqual(['paid'])
  expect(attemptStates.filter((from) => canAttemptBecome(from, 'failed'))).toEqual(['creating'])
  expect(attemptStates.filter((from) => canAttemptBecome(from, 'open'))).toEqual(['creating'])
})

test('H8 an attempt can be paid until its provider has closed it', () => {
  expect(attemptStates.filter(isAttemptPayable)).toEqual(['creating', 'open', 'closing'])
  expect(
    allowed(attemptStates, canAttemptBecome).filter((way) => /^(closed|failed) → (creating|open)/.test(way)),
  ).toEqual([])
})

test('H3 a refund ends once, as done or as failed', () => {
  expect(allowed(refundStates, canRefundBecome)).toEqual([
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

test('H2 a buyer sees four states', () => {
  expect(orderStates.map(toPublicOrderState).toSorted()).toEqual([
    'closed',
    'open',
    'paid',
    'paid',
    'refunded',
  ])
  expect(toPublicOrderState('fulfilled')).toBe('paid')
})

test('H5 a provider is asked at these times after an attempt was made, and long after', () => {
  expect(paymentCheckDelaysMs.map((ms) => ms / 1_000)).toEqual([15, 30, 60, 180, 480, 4_080, 86_880, 605_280])
  expect(getNextPaymentCheck(1_000, 1_000)).toBe(16_000)
  expect(getNextPaymentCheck(1_000, 16_000)).toBe(31_000)
  expect(getNextPaymentCheck(0, paymentCheckDelaysMs.at(-1) ?? 0)).toBeNull()
})

test('H5 the next check always lies ahead, and none is left out by asking early', () => {
  const moment = fc.integer({ min: 0, max: 10 * 24 * 3_600_000 })
  fc.assert(
    fc.property(moment, moment, (created, later) => {
      const next = getNextPaymentCheck(created, created + later)
      if (next === null) expect(later).toBeGreaterThanOrEqual(paymentCheckDelaysMs.at(-1) ?? 0)
      else {
        expect(next).toBeGreaterThan(created + later)
        expect(paymentCheckDelaysMs.filter((ms) => ms > later)[0]).toBe(next - created)
      }
    }),
  )
})

test('H4 the window is eight minutes, its end no longer in it', () => {
  expect(isPaymentWindowOver(5, 5 + paymentWindowMs - 1)).toBe(false)
  expect(isPaymentWindowOver(5, 5 + paymentWindowMs)).toBe(true)
  expect(paymentWindowMs).toBe(480_000)
})

test('H5 a call without an answer is retried ever more rarely, but every hour', () => {
  expect([0, 1, 2, 9, 10, 1_000].map(getRetryDelayMs)).toEqual([
    5_000, 10_000, 20_000, 2_560_000, 3_600_000, 3_600_000,
  ])
  fc.assert(
    fc.property(fc.nat(10_000), (tries) => {
      expect(getRetryDelayMs(tries + 1)).toBeGreaterThanOrEqual(getRetryDelayMs(tries))
    }),
  )
})
