import { expect, test } from 'vitest'
import { getCouponState, toCouponFields, parseCoupon, type CouponFields } from './coupon-form.ts'
import type { Coupon } from '../prices/prices.queries.ts'

const coupon: Coupon = {
  code: 'SPRING',
  percent: null,
  amount: 550,
  currency: 'USD',
  products: ['vip'],
  uses: 5,
  usesEach: null,
  used: 2,
  starts: 1_000,
  ends: 2_000,
  revision: 3,
}
const filled: CouponFields = { ...toCouponFields(null), code: ' spring ', percent: '10' }

test('H7 a coupon survives the conversion to form fields and back', () => {
  expect(parseCoupon(toCouponFields(coupon)).saved).toEqual({
    code: 'SPRING',
    body: {
      amount: 550,
      currency: 'USD',
      products: ['vip'],
      uses: 5,
      usesEach: null,
      starts: 1_000,
      ends: 2_000,
    },
  })
})

test('H7 a new coupon holds for everything, without end', () => {
  expect(parseCoupon(filled).saved).toEqual({
    code: 'SPRING',
    body: { percent: 10, products: [], uses: null, usesEach: null, starts: null, ends: null },
  })
})

test.each([
  [{ code: 'AB' }, ['code']],
  [{ code: '春天' }, ['code']],
  [{ percent: '0' }, ['percent']],
  [{ percent: '100' }, ['percent']],
  [{ percent: '9.5' }, ['percent']],
  [{ kind: 'fixed', amount: '' }, ['amount']],
  [{ kind: 'fixed', amount: '1.005' }, ['amount']],
  [{ kind: 'fixed', amount: '0' }, ['amount']],
  [{ uses: '0' }, ['uses']],
  [{ uses: 'many', usesEach: '-1' }, ['uses', 'usesEach']],
  [{ starts: 5, ends: 5 }, ['ends']],
] as const)('H7 an invalid coupon is reported at its field: %j', (change, wrong) => {
  expect([...(parseCoupon({ ...filled, ...change }).wrong ?? [])]).toEqual(wrong)
})

test('H7 a coupon is valid between its times until it is used up', () => {
  expect(getCouponState(coupon, 999)).toBe('early')
  expect(getCouponState(coupon, 1_000)).toBe('valid')
  expect(getCouponState({ ...coupon, used: 5 }, 1_500)).toBe('used-up')
  expect(getCouponState(coupon, 2_000)).toBe('over')
  expect(getCouponState({ ...coupon, starts: null, ends: null, uses: null }, 0)).toBe('valid')
})
