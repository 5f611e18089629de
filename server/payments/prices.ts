import type * as z from 'zod/mini'
import {
  operatorListPrices,
  operatorRemovePrice,
  operatorSetPrice,
} from '@clutch/contract/api/operator-prices.ts'
import type { operatorPriceSchema } from '@clutch/contract/api/operator-prices.ts'
import { getPricing, productTypes } from '@clutch/contract/api/payments.ts'
import type { Price, ProductType } from '@clutch/contract/api/payments.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { durationHours, durations, vipDurations } from '@clutch/contract/rules/durations.ts'
import type { Duration } from '@clutch/contract/rules/durations.ts'
import { currencies, toMajor } from '@clutch/contract/rules/money.ts'
import type { Currency } from '@clutch/contract/rules/money.ts'
import type { Queries } from '../database/index.ts'
import type { House } from '../house.ts'
import { answer } from '../http/answer.ts'
import type { App } from '../http/app.ts'
import * as store from './prices-store.ts'

type OperatorPrice = z.infer<typeof operatorPriceSchema>
type Parts = Pick<House, 'database' | 'clock'>

/** Something that has a price. */
interface Priced {
  product: ProductType
  duration: Duration
  relocatable: boolean
  currency: Currency
}

/** The calls of prices: the list for everybody (H1), and what the operator sets. */
export function answerPrices(house: House, app: App): void {
  answer(app, getPricing, async ({ query, reply }) => {
    reply.header('cache-control', 'no-cache')
    const { product_type: product, currency } = query
    return { data: { currency, items: await listPrices(house.database, product, currency) } }
  })
  answer(app, operatorListPrices, () => listAllPrices(house.database))
  answer(app, operatorSetPrice, ({ params, body }) => setPrice(house, { ...params, ...body }))
  answer(app, operatorRemovePrice, async ({ params, query }) => {
    await removePrice(house, { ...params, ...query })
    return undefined
  })
}

/** H1: what something costs, in minor units; null where the operator has set no price, so that it is not sold. */
export async function findPrice(queries: Queries, priced: Priced): Promise<number | null> {
  return (await store.selectPrice(queries, priced))?.amount ?? null
}

/** H1: the prices of a product in a currency, the shortest term first, in major and in minor units. */
async function listPrices(queries: Queries, product: ProductType, currency: Currency): Promise<Price[]> {
  const rows = await store.selectPrices(queries, product, currency)
  return rows
    .flatMap(({ duration: text, relocatable, amount: minor }) => {
      const duration = durations.find((known) => known === text)
      return duration ? [{ duration, relocatable, amount: Number(toMajor(minor)), minor }] : []
    })
    .toSorted(byTerm)
}

async function listAllPrices(queries: Queries): Promise<OperatorPrice[]> {
  const rows = await store.selectAllPrices(queries)
  return productTypes.flatMap((product) =>
    currencies.flatMap((currency) =>
      rows
        .filter((row) => row.product === product && row.currency === currency)
        .flatMap(({ duration: text, relocatable, amount }) => {
          const duration = durations.find((known) => known === text)
          return duration ? [{ product, duration, relocatable, currency, amount }] : []
        })
        .toSorted(byTerm),
    ),
  )
}

/** Sets a price in minor units; throws `price.invalid` for what is not sold so. Orders that stand keep theirs (H1). */
async function setPrice({ database, clock }: Parts, price: OperatorPrice): Promise<OperatorPrice> {
  const { product, duration, relocatable, currency, amount } = price
  if (!isSoldSo(price))
    throw new PortalError(
      'price.invalid',
      `A ${product} is not sold for ${duration}${relocatable ? ', relocatable' : ''}`,
    )
  await store.savePrice(database, {
    product,
    duration,
    relocatable,
    currency,
    amount,
    changed_at: clock.now(),
  })
  return { product, duration, relocatable, currency, amount }
}

/** Takes a price away; throws `price.invalid` where there is none. */
async function removePrice({ database }: Parts, priced: Priced): Promise<void> {
  if (await store.deletePrice(database, priced)) return
  throw new PortalError('price.invalid', 'There is no such price')
}

/** F4: VIP and cards go by the month, and only a rental stands somewhere. */
function isSoldSo({ product, duration, relocatable }: Omit<Priced, 'currency'>): boolean {
  if (product === 'server_rental') return true
  return !relocatable && vipDurations.some((known) => known === duration)
}

function byTerm(one: Pick<Priced, 'duration' | 'relocatable'>, other: typeof one): number {
  return (
    durationHours[one.duration] - durationHours[other.duration] ||
    Number(one.relocatable) - Number(other.relocatable)
  )
}
