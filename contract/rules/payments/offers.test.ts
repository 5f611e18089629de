import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Duration, durations } from './durations.ts'
import { type PaymentMethod, currencyOfMethod, paymentMethods } from './money.ts'
import {
  type Offers,
  chooseMethod,
  getSavingPercent,
  chooseCurrency,
  chooseDuration,
  getTermRefusal,
} from './offers.ts'

const price = (duration: Duration, relocatable = false) => ({ duration, relocatable })
const onlyCny: Offers = { CNY: [price('1m'), price('1y')], USD: [] }
const asked = {
  offers: onlyCny,
  methods: paymentMethods,
  picked: null,
  duration: '1m' as Duration | undefined,
  fixedTerm: false,
  relocatable: false,
  language: 'en',
}

test('H6 prices are shown in the currency of the language, or in the one in which anything is sold', () => {
  expect(chooseCurrency('en', () => true)).toBe('USD')
  expect(chooseCurrency('en', (currency) => currency === 'CNY')).toBe('CNY')
  expect(chooseCurrency('zh', (currency) => currency === 'USD')).toBe('USD')
  expect(chooseCurrency('en', () => false)).toBe('USD')
})

test('H6 an English visitor pays by a method that sells something', () => {
  expect(chooseMethod(asked)).toBe('wechat')
  expect(chooseMethod({ ...asked, duration: undefined })).toBe('wechat')
  expect(chooseMethod({ ...asked, offers: { CNY: onlyCny.CNY, USD: [price('1m')] } })).toBe('paypal')
  expect(chooseMethod({ ...asked, offers: { CNY: undefined, USD: undefined } })).toBe('paypal')
  expect(chooseMethod({ ...asked, language: 'zh' })).toBe('wechat')
  expect(chooseMethod({ ...asked, methods: [] })).toBeNull()
})

const unknown: Offers = { CNY: undefined, USD: undefined }
const chosen = (
  methods: readonly PaymentMethod[],
  picked: PaymentMethod | null,
  duration: Duration | undefined,
  language: string,
) => chooseMethod({ ...asked, offers: unknown, methods, picked, duration, language, fixedTerm: true })

test("H6 the first method is one of the language’s own currency, and the user's choice stays", () => {
  expect(chosen(paymentMethods, null, '1m', 'zh')).toBe('wechat')
  expect(chosen(paymentMethods, null, '1m', 'en')).toBe('paypal')
  expect(chosen(['alipay'], null, '1m', 'en')).toBe('alipay')
  expect(chosen([], null, '1m', 'zh')).toBeNull()
  expect(chosen(paymentMethods, 'paypal', '1m', 'zh')).toBe('paypal')
  expect(chosen(paymentMethods, 'alipay', undefined, 'en')).toBe('alipay')
  expect(chosen(['wechat'], 'alipay', '1m', 'zh')).toBe('wechat')
})

test('G11 PayPal is not chosen for less than 168 hours where the term stays, and makes 7 days of it where it gives way', () => {
  expect(chosen(paymentMethods, 'paypal', '3d', 'en')).toBe('wechat')
  expect(chosen(['paypal'], null, '8h', 'en')).toBeNull()
  expect(chosen(paymentMethods, 'paypal', '7d', 'en')).toBe('paypal')
  const lengths = ['4h', '8h', '3d', '7d', '1m', '1y'] as const
  const termsBy = (method: PaymentMethod) =>
    lengths.map((term) => chooseDuration(unknown, method, price(term)))
  expect(termsBy('paypal')).toEqual(['7d', '7d', '7d', '7d', '1m', '1y'])
  expect(termsBy('alipay')).toEqual(lengths)
})

test('G11 a picked method stays while it sells anything, and gives way where the term cannot', () => {
  const offers = { CNY: [price('4h'), price('1m')], USD: [price('1m')] }
  const short = { ...asked, offers, picked: 'paypal' as const, duration: '4h' as const }
  expect(chooseMethod(short)).toBe('paypal')
  expect(chooseMethod({ ...short, fixedTerm: true })).toBe('wechat')
  expect(chooseMethod({ ...asked, picked: 'paypal' })).toBe('wechat')
  expect(chooseMethod({ ...asked, picked: 'alipay' })).toBe('alipay')
})

test('G11 the term gives way to the nearest longer one that is sold, else to the longest', () => {
  const offers = { CNY: [price('4h'), price('3d'), price('1m', true)], USD: [price('7d'), price('3m')] }
  expect(chooseDuration(offers, 'alipay', price('4h'))).toBe('4h')
  expect(chooseDuration(offers, 'alipay', price('8h'))).toBe('3d')
  expect(chooseDuration(offers, 'alipay', price('1y'))).toBe('3d')
  expect(chooseDuration(offers, 'alipay', price('4h', true))).toBe('1m')
  expect(chooseDuration(offers, 'paypal', price('4h'))).toBe('7d')
  expect(chooseDuration(offers, 'paypal', price('1m'))).toBe('3m')
  expect(chooseDuration({ CNY: [], USD: [] }, 'paypal', price('1m'))).toBeNull()
  expect(chooseDuration({ CNY: undefined, USD: undefined }, 'paypal', price('4h'))).toBe('7d')
})

test('G11 a term that cannot be bought says why', () => {
  expect(getTermRefusal(onlyCny, 'alipay', price('4h'))).toBe('not-sold')
  expect(getTermRefusal({ CNY: [], USD: [price('4h')] }, 'paypal', price('4h'))).toBe('too-short')
  expect(getTermRefusal({ CNY: [], USD: undefined }, 'paypal', price('4h'))).toBe('too-short')
  expect(getTermRefusal(onlyCny, 'wechat', price('1y'))).toBeNull()
})

test('H1 whatever is sold, method and term that are chosen are sold where anything is', () => {
  const prices = fc.array(fc.record({ duration: fc.constantFrom(...durations), relocatable: fc.boolean() }))
  fc.assert(
    fc.property(
      fc.record({ CNY: prices, USD: prices }),
      fc.uniqueArray(fc.constantFrom(...paymentMethods)),
      fc.option(fc.constantFrom(...paymentMethods)),
      fc.constantFrom(...durations),
      fc.boolean(),
      fc.constantFrom('zh', 'en'),
      (offers, methods, picked, duration, relocatable, language) => {
        const sells = (method: PaymentMethod) =>
          durations.some((term) => getTermRefusal(offers, method, { duration: term, relocatable }) === null)
        const method = chooseMethod({
          offers,
          methods,
          picked,
          duration,
          fixedTerm: false,
          relocatable,
          language,
        })
        if (method === null) return methods.length === 0
        const term = chooseDuration(offers, method, { duration, relocatable })
        if (!methods.some(sells)) return term === null
        return term !== null && offers[currencyOfMethod(method)].some((one) => one.duration === term)
      },
    ),
  )
})

test('F4 a discount is counted in whole numbers: 81 instead of 90 saves 10 %', () => {
  expect(getSavingPercent(8_100, { amount: 3_000, times: [3, 1] })).toBe(10)
  expect(getSavingPercent(8_101, { amount: 3_000, times: [3, 1] })).toBe(9)
  expect(getSavingPercent(9_000, { amount: 3_000, times: [3, 1] })).toBe(0)
  expect(getSavingPercent(100, { amount: 0, times: [3, 1] })).toBe(0)
  expect(getSavingPercent(30_000, { amount: 10_000, times: [12, 3] })).toBe(25)
})

test('F4 no discount is overstated, and none is a whole percent too small', () => {
  const amount = fc.integer({ min: 0, max: 100_000_000 })
  fc.assert(
    fc.property(amount, amount, fc.constantFrom([3, 1], [12, 1], [12, 3]), (long, short, times) => {
      const [many, few] = times as [number, number]
      const percent = BigInt(getSavingPercent(long, { amount: short, times: [many, few] }))
      const [alike, paid] = [BigInt(short) * BigInt(many), BigInt(long) * BigInt(few)]
      if (paid >= alike) return percent === 0n
      const saved = (alike - paid) * 100n
      return percent * alike <= saved && saved < (percent + 1n) * alike
    }),
  )
})
