import type { operatorListPrices } from '@clutch/contract/api/payments/operator-prices.ts'
import type { Reply } from '@clutch/contract/api/call.ts'
import { productTypes, type ProductType } from '@clutch/contract/api/payments/orders.ts'
import {
  durations,
  methodAcceptsDuration,
  vipDurations,
  type Duration,
} from '@clutch/contract/rules/payments/durations.ts'
import { currencies, type Currency } from '@clutch/contract/rules/payments/money.ts'

type SetPrice = Reply<typeof operatorListPrices>[number]

/** What may have a price: one cell of the matrix. */
export interface PriceCell {
  /** The keys of the price, as one text. */
  id: string
  product: ProductType
  duration: Duration
  relocatable: boolean
  currency: Currency
  /** Minor units; null: it is not sold so. */
  amount: number | null
  /** 0 where it has no price. */
  revision: number
  /** Whether any method of its currency takes so short a term (G11). */
  payable: boolean
}

/** A duration that a product may be sold for, with its price in each currency: a plan, if it has a price. */
export interface PriceRow {
  id: string
  product: ProductType
  duration: Duration
  relocatable: boolean
  cells: Record<Currency, PriceCell>
}

/** F4: every product by every term it may be sold for; rentals twice, in a fixed region and in one that can be switched. */
export function createPriceRows(prices: readonly SetPrice[]): PriceRow[] {
  return productTypes.flatMap((product) =>
    (product === 'server_rental' ? durations : vipDurations).flatMap((duration) =>
      (product === 'server_rental' ? [false, true] : [false]).map((relocatable) => {
        const priced = { product, duration, relocatable }
        const cell = (currency: Currency) => createCell(prices, { ...priced, currency })
        return { ...priced, id: cellId(priced), cells: { CNY: cell('CNY'), USD: cell('USD') } }
      }),
    ),
  )
}

/** Terms that are sold in one currency and could be sold in the other, which they are not. */
export function findHalfPriced(rows: readonly PriceRow[]): PriceRow[] {
  return rows.filter(({ cells }) => {
    const all = currencies.map((currency) => cells[currency])
    return all.every(({ payable }) => payable) && all.filter(({ amount }) => amount === null).length === 1
  })
}

function createCell(
  prices: readonly SetPrice[],
  key: Pick<PriceCell, 'product' | 'duration' | 'relocatable' | 'currency'>,
): PriceCell {
  const { product, duration, relocatable, currency } = key
  const price = prices.find(
    (one) =>
      one.product === product &&
      one.duration === duration &&
      one.relocatable === relocatable &&
      one.currency === currency,
  )
  return {
    ...key,
    id: `${cellId(key)} ${currency}`,
    amount: price?.amount ?? null,
    revision: price?.revision ?? 0,
    payable: currency !== 'USD' || methodAcceptsDuration('paypal', duration),
  }
}

function cellId({
  product,
  duration,
  relocatable,
}: Pick<PriceRow, 'product' | 'duration' | 'relocatable'>): string {
  return `${product} ${duration} ${relocatable ? 'relocatable' : 'fixed'}`
}
