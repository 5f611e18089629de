import { paymentMethods } from '@clutch/contract/rules/money.ts'
import { expect, test } from 'vitest'
import { chosenMethod } from './choose-method.ts'

test('H6 the first method is one of the language’s own currency', () => {
  expect(chosenMethod(paymentMethods, null, '1m', 'zh')).toBe('wechat')
  expect(chosenMethod(paymentMethods, null, '1m', 'en')).toBe('paypal')
  expect(chosenMethod(['alipay'], null, '1m', 'en')).toBe('alipay')
  expect(chosenMethod([], null, '1m', 'zh')).toBeNull()
})

test('H6 what somebody picked stays, whatever the language', () => {
  expect(chosenMethod(paymentMethods, 'paypal', '1m', 'zh')).toBe('paypal')
  expect(chosenMethod(paymentMethods, 'alipay', undefined, 'en')).toBe('alipay')
})

test('G11 PayPal is not chosen for less than 168 hours, and is again for more', () => {
  expect(chosenMethod(paymentMethods, 'paypal', '3d', 'en')).toBe('wechat')
  expect(chosenMethod(['paypal'], null, '8h', 'en')).toBeNull()
  expect(chosenMethod(paymentMethods, 'paypal', '7d', 'en')).toBe('paypal')
})

test('H3 a method the portal no longer takes is not chosen', () => {
  expect(chosenMethod(['wechat'], 'alipay', '1m', 'zh')).toBe('wechat')
})
