import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createOrder } from '../testing/orders.ts'
import type { TimedOrder } from './timed-order.ts'
import { usePaymentPhase } from './use-payment-phase.ts'

const at = (seen: number, change: Partial<TimedOrder> = {}): TimedOrder => ({
  ...createOrder(),
  seen,
  until: seen + 900_000,
  ...change,
})
const show = (first: TimedOrder) => renderHook(usePaymentPhase, { initialProps: first })

test('H8 an order that is cancelled while it waits is closed, and did not time out', () => {
  const now = performance.now()
  const { result, rerender } = show(at(now))
  expect(result.current).toBe('waiting')
  rerender(at(now + 5_000, { status: 'closed', until: null }))
  expect(result.current).toBe('closed')
})

test('H4 an order that is closed after its window timed out', () => {
  const now = performance.now()
  const { result, rerender } = show(at(now))
  rerender(at(now + 900_500, { status: 'closed', until: null }))
  expect(result.current).toBe('timedOut')
})

test('H4 an order that was never paid for here is idle, or closed', () => {
  const { result, rerender } = show(at(performance.now(), { until: null }))
  expect(result.current).toBe('idle')
  rerender(at(performance.now(), { status: 'closed', until: null }))
  expect(result.current).toBe('closed')
})
