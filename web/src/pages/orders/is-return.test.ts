import { expect, test } from 'vitest'
import { isReturn } from './is-return.ts'

test('H4 the way back from Alipay and PayPal is known by what they add to the address', () => {
  expect(isReturn('?charset=utf-8&out_trade_no=a1b2&trade_no=2026&sign=x')).toBe(true)
  expect(isReturn('?token=5O190127TN364715T&PayerID=QYR5Z8XDVJNXQ')).toBe(true)
  expect(isReturn('')).toBe(false)
  expect(isReturn('?from=qq')).toBe(false)
  expect(isReturn('?token=5O190127TN364715T')).toBe(false)
})
