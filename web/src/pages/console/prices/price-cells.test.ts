import { expect, test } from 'vitest'
import { findHalfPriced, createPriceRows } from './price-cells.ts'

const price = (more: object) => ({
  product: 'vip' as const,
  duration: '1m' as const,
  relocatable: false,
  currency: 'CNY' as const,
  amount: 3_000,
  revision: 2,
  ...more,
})

test('H1 every term of every product has its place, sold or not', () => {
  const rows = createPriceRows([])
  expect(rows.map(({ id }) => id)).toEqual([
    ...['1m', '3m', '1y'].map((term) => `vip ${term} fixed`),
    ...['1m', '3m', '1y'].map((term) => `vip_card ${term} fixed`),
    ...['4h', '8h', '3d', '7d', '1m', '3m', '1y'].flatMap((term) => [
      `server_rental ${term} fixed`,
      `server_rental ${term} relocatable`,
    ]),
  ])
  for (const { cells } of rows)
    expect(cells).toMatchObject({ CNY: { amount: null, revision: 0 }, USD: { amount: null } })
})

test('H1 a price appears only in its own cell', () => {
  const rows = createPriceRows([
    price({ product: 'server_rental', relocatable: true, currency: 'USD', amount: 499 }),
  ])
  const priced = rows.flatMap(({ cells }) => [cells.CNY, cells.USD]).filter(({ amount }) => amount !== null)
  expect(priced).toMatchObject([
    { id: 'server_rental 1m relocatable USD', amount: 499, revision: 2, payable: true },
  ])
})

test('G11 what PayPal is too slow for is not missed in dollars', () => {
  const rows = createPriceRows([
    price({ product: 'server_rental', duration: '4h' }),
    price({ product: 'server_rental', duration: '7d' }),
    price({ product: 'vip' }),
    price({ product: 'vip', currency: 'USD' }),
    price({ product: 'vip_card', currency: 'USD' }),
  ])
  expect(findHalfPriced(rows).map(({ id }) => id)).toEqual(['vip_card 1m fixed', 'server_rental 7d fixed'])
  const short = rows.find(({ id }) => id === 'server_rental 4h fixed')
  expect([short?.cells.CNY.payable, short?.cells.USD.payable]).toEqual([true, false])
})
