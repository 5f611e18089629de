import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Discount, couponPattern, applyDiscount, normalizeCouponCode } from './coupons.ts'
import { durationMs, durations, methodAcceptsDuration, vipDurations } from './durations.ts'
import {
  maxAmount,
  currencies,
  currencyOfLanguage,
  currencyOfMethod,
  formatMoney,
  currencySymbol,
  toMajorUnits,
  toMinorUnits,
} from './money.ts'

const anAmount = fc.integer({ min: 1, max: maxAmount })
const aCurrency = fc.constantFrom(...currencies)

test('H6 PayPal charges dollars, the others yuan; the table of a language shows its own', () => {
  expect([currencyOfMethod('paypal'), currencyOfMethod('alipay'), currencyOfMethod('wechat')]).toEqual([
    'USD',
    'CNY',
    'CNY',
  ])
  expect([currencyOfLanguage('zh'), currencyOfLanguage('en'), currencyOfLanguage('fr')]).toEqual([
    'CNY',
    'USD',
    'USD',
  ])
})

test.each([
  [0, '0.00'],
  [1, '0.01'],
  [10, '0.10'],
  [888, '8.88'],
  [-5, '-0.05'],
  [100_000_000, '1000000.00'],
])('H1 %s fen are written %s', (minor, major) => {
  expect(toMajorUnits(minor)).toBe(major)
})

test.each([
  ['8.88', 888],
  ['8.8', 880],
  ['8', 800],
  ['0.01', 1],
  ['1.005', null],
  ['8.', null],
  ['.5', null],
  ['-1', null],
  ['1e3', null],
  ['1,000', null],
  [' 1', null],
  ['1 ', null],
  ['', null],
  ['8.88\n', null],
  ['８', null],
  ['12345678901', null],
])('H5 %j from a provider is %s in minor units', (major, minor) => {
  expect(toMinorUnits(major)).toBe(minor)
})

test('H5 no amount is lost between minor and major units', () => {
  fc.assert(
    fc.property(anAmount, (minor) => {
      expect(toMinorUnits(toMajorUnits(minor))).toBe(minor)
      expect(Math.round(Number(toMajorUnits(minor)) * 100)).toBe(minor)
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      const minor = toMinorUnits(text)
      expect(minor === null || (Number.isSafeInteger(minor) && minor >= 0)).toBe(true)
    }),
  )
})

test.each([
  [129_900, 'CNY', '¥1,299.00'],
  [5, 'USD', '$0.05'],
  [100_000_000, 'USD', '$1,000,000.00'],
  [-129_900, 'CNY', '-¥1,299.00'],
  [99_999, 'CNY', '¥999.99'],
] as const)('H1 %s %s reads %s', (minor, currency, text) => {
  expect(formatMoney(minor, currency)).toBe(text)
  expect(text).toContain(currencySymbol(currency))
})

test('H4 terms grow, and are whole days from three days on', () => {
  const hours = durations.map((duration) => durationMs(duration) / 3_600_000)
  expect(hours).toEqual([4, 8, 72, 168, 720, 2_160, 8_760])
  expect(vipDurations.map(durationMs)).toEqual([30, 90, 365].map((days) => days * 24 * 3_600_000))
})

test('G11 PayPal takes a week or more, the others every term', () => {
  expect(durations.filter((duration) => methodAcceptsDuration('paypal', duration))).toEqual([
    '7d',
    '1m',
    '3m',
    '1y',
  ])
  for (const method of ['alipay', 'wechat'] as const)
    expect(durations.filter((duration) => methodAcceptsDuration(method, duration))).toEqual(durations)
})

const percent = (value: number): Discount => ({ kind: 'percent', percent: value })
const fixed = (amount: number, currency: 'CNY' | 'USD'): Discount => ({ kind: 'fixed', amount, currency })

test.each([
  [8_800, percent(10), 7_920],
  [8_888, percent(15), 7_554],
  [99, percent(1), 98],
  [1, percent(50), 1],
  [100_000_000, percent(1), 99_000_000],
  [100_000_000, percent(99), 1_000_000],
  [8_800, fixed(500, 'CNY'), 8_300],
  [500, fixed(500, 'CNY'), 1],
  [8_800, fixed(500, 'USD'), 8_800],
])('H7 of %s fen with %j there is %s to pay', (price, discount, left) => {
  expect(applyDiscount(price, 'CNY', discount)).toBe(left)
})

const aDiscount = fc.oneof(
  fc.integer({ min: 1, max: 99 }).map(percent),
  fc.tuple(anAmount, aCurrency).map(([amount, currency]) => fixed(amount, currency)),
)

test('H7 no coupon makes a price higher, free or broken', () => {
  fc.assert(
    fc.property(anAmount, aCurrency, aDiscount, (price, currency, discount) => {
      const left = applyDiscount(price, currency, discount)
      expect(Number.isSafeInteger(left)).toBe(true)
      expect(left).toBeGreaterThanOrEqual(1)
      expect(left).toBeLessThanOrEqual(price)
    }),
  )
})

test('H7 a coupon never makes a more expensive product cheaper than a less expensive one', () => {
  fc.assert(
    fc.property(anAmount, anAmount, aDiscount, (one, other, discount) => {
      const [cheap, dear] = [Math.min(one, other), Math.max(one, other)]
      expect(applyDiscount(dear, 'CNY', discount)).toBeGreaterThanOrEqual(
        applyDiscount(cheap, 'CNY', discount),
      )
    }),
  )
})

test.each([
  [' spring-26\n', 'SPRING-26', true],
  ['AB', 'AB', false],
  ['A1B', 'A1B', true],
  ['-AB', '-AB', false],
  ['AB-', 'AB-', false],
  ['A B', 'A B', false],
  ['春天', '春天', false],
  ['A'.repeat(32), 'A'.repeat(32), true],
  ['A'.repeat(33), 'A'.repeat(33), false],
])('H7 %j is tidied to %j; a code: %s', (typed, tidy, isCode) => {
  expect([normalizeCouponCode(typed), couponPattern.test(normalizeCouponCode(typed))]).toEqual([tidy, isCode])
})
