import type { Price } from '@clutch/contract/api/payments/orders.ts'
import type { Duration } from '@clutch/contract/rules/payments/durations.ts'
import { expect, test } from 'vitest'
import { createDurationTiles } from './duration-tiles.ts'

const price = (duration: Duration, relocatable: boolean, minor: number): Price => ({
  duration,
  relocatable,
  amount: minor / 100,
  minor,
})
const prices = [price('4h', false, 990), price('7d', false, 7_900), price('7d', true, 10_900)]
const offered = { prices, relocatable: false, method: 'wechat', chosen: '7d' } as const

const pricesOf = (tiles: ReturnType<typeof createDurationTiles>) => tiles.map(({ price: minor }) => minor)
const offOf = (tiles: ReturnType<typeof createDurationTiles>) =>
  tiles.filter(({ bar }) => bar !== null).map(({ duration }) => duration)

test('G10 every term is offered, in its order, with the price of the mode', () => {
  const tiles = createDurationTiles(offered)
  expect(tiles.map(({ duration }) => duration)).toEqual(['4h', '8h', '3d', '7d', '1m', '3m', '1y'])
  expect(pricesOf(tiles)).toEqual([990, null, null, 7_900, null, null, null])
  expect(pricesOf(createDurationTiles({ ...offered, relocatable: true }))).toEqual([
    null,
    null,
    null,
    10_900,
    null,
    null,
    null,
  ])
})

test('H1 a duration without a price cannot be chosen; if it is chosen anyway, that is an error', () => {
  const tiles = createDurationTiles({ ...offered, relocatable: true, chosen: '4h' })
  expect(offOf(tiles)).toEqual(['4h', '8h', '3d', '1m', '3m', '1y'])
  expect(tiles.filter(({ wrong }) => wrong).map(({ duration }) => duration)).toEqual(['4h'])
  expect(createDurationTiles(offered).some(({ wrong }) => wrong)).toBe(false)
})

test('H1 nothing is an error while prices are being asked for', () => {
  const tiles = createDurationTiles({ ...offered, prices: undefined })
  expect(tiles.every(({ bar, wrong, price: minor }) => bar === null && !wrong && minor === null)).toBe(true)
})

test('G11 PayPal takes no term under 168 hours, whatever it costs', () => {
  expect(offOf(createDurationTiles({ ...offered, prices: undefined, method: 'paypal' }))).toEqual([
    '4h',
    '8h',
    '3d',
  ])
  expect(offOf(createDurationTiles({ ...offered, prices: undefined, method: null }))).toEqual([])
})
