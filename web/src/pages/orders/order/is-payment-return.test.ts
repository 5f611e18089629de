import { expect, test } from 'vitest'
import { isPaymentReturn } from './is-payment-return.ts'

test('H4 the return from Alipay and PayPal is recognized by their address parameters', () => {
  expect(isPaymentReturn('?charset=utf-8&out_trade_no=a1b2&trade_no=2026&sign=x')).toBe(true)
  expect(isPaymentReturn('?token=5O190127TN364715T&PayerID=QYR5Z8XDVJNXQ')).toBe(true)
  expect(isPaymentReturn('')).toBe(false)
  expect(isPaymentReturn('?from=qq')).toBe(false)
  expect(isPaymentReturn('?token=5O190127TN364715T')).toBe(false)
})
