import type { Price } from '@clutch/contract/api/payments/orders.ts'
import { expect, test } from 'vitest'
import { createTerms } from './vip-terms.ts'

const price = (duration: Price['duration'], minor: number): Price => ({
  duration,
  relocatable: false,
  amount: minor / 100,
  minor,
})

test('F4 the terms of VIP with their price per month and their saving, the shortest first', () => {
  expect(createTerms([price('1y', 29_900), price('1m', 3_000), price('3m', 8_000)])).toEqual([
    { duration: '1m', amount: 3_000, perMonth: 3_000, saving: 0 },
    { duration: '3m', amount: 8_000, perMonth: 2_667, saving: 11 },
    { duration: '1y', amount: 29_900, perMonth: 2_492, saving: 16 },
  ])
})

test('F4 81 instead of 90 saves 10 %', () => {
  expect(createTerms([price('1m', 3_000), price('3m', 8_100)])[1]?.saving).toBe(10)
})

test('F4 a term without a price is not sold; a longer one that costs more saves nothing', () => {
  expect(createTerms([price('3m', 9_000), price('1y', 40_000), price('7d', 900)])).toEqual([
    { duration: '3m', amount: 9_000, perMonth: 3_000, saving: 0 },
    { duration: '1y', amount: 40_000, perMonth: 3_333, saving: 0 },
  ])
  expect(createTerms([])).toEqual([])
})

test('F4 a price that is nothing is no reason to divide by it', () => {
  expect(createTerms([price('1m', 0), price('3m', 100)]).map(({ saving }) => saving)).toEqual([0, 0])
})
