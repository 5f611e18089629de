import { expect, test } from 'vitest'
import { isPending, formatMinutesAndSeconds, secondsUntil, toTimedOrder } from './timed-order.ts'
import { createOrder } from '../testing/orders.ts'

const payment = { payment_url: 'weixin://wxpay/bizpayurl?pr=abc', expiresIn: 480_000 }

test('H4 the time left counts from the answer, by the monotonic clock', () => {
  const order = toTimedOrder(createOrder({ payment }), 1_000)
  expect(order.until).toBe(481_000)
  expect(secondsUntil(481_000, 1_000)).toBe(480)
  expect(secondsUntil(481_000, 169_500)).toBe(312)
  expect(secondsUntil(481_000, 480_999)).toBe(1)
  expect(secondsUntil(481_000, 481_000)).toBe(0)
  expect(secondsUntil(481_000, 900_000)).toBe(0)
})

test('H4 a time is read as m:ss', () => {
  expect([480, 312, 60, 59, 9, 0].map(formatMinutesAndSeconds)).toEqual([
    '8:00',
    '5:12',
    '1:00',
    '0:59',
    '0:09',
    '0:00',
  ])
})

test('H4 an order is asked for until it is over: paid and fulfilled, closed or refunded', () => {
  expect(isPending(undefined)).toBe(false)
  expect(isPending(createOrder({ status: 'open' }))).toBe(true)
  expect(isPending(createOrder({ status: 'paid', fulfilled: false }))).toBe(true)
  expect(isPending(createOrder({ status: 'paid', fulfilled: true }))).toBe(false)
  expect(isPending(createOrder({ status: 'closed' }))).toBe(false)
  expect(isPending(createOrder({ status: 'refunded' }))).toBe(false)
})

test('an order without a payment under way has no end', () => {
  expect(toTimedOrder(createOrder({ payment: null })).until).toBeNull()
})
