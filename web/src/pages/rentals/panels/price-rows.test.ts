import type { Price } from '@clutch/contract/api/payments/orders.ts'
import { expect, test } from 'vitest'
import { createPriceRows } from './price-rows.ts'

const price = (duration: Price['duration'], relocatable: boolean, minor: number): Price => ({
  duration,
  relocatable,
  amount: minor / 100,
  minor,
})

test('G2 the table has its five terms in order, each with both prices', () => {
  const rows = createPriceRows([
    price('7d', true, 10_900),
    price('4h', false, 990),
    price('7d', false, 7_900),
  ])
  expect(rows.map(({ duration }) => duration)).toEqual(['4h', '7d', '1m', '3m', '1y'])
  expect(rows[1]).toEqual({ duration: '7d', fixed: 7_900, relocatable: 10_900 })
})

test('G2 a missing price stays empty, even if another duration has one', () => {
  const [hours, , month] = createPriceRows([
    price('4h', false, 990),
    price('8h', true, 1_500),
    price('1m', false, 0),
  ])
  expect(hours).toEqual({ duration: '4h', fixed: 990, relocatable: null })
  expect(month).toEqual({ duration: '1m', fixed: 0, relocatable: null })
})
