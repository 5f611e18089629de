import type { Body, Reply } from '@clutch/contract/api/call.ts'
import {
  operatorListCoupons,
  operatorListPrices,
  operatorRemoveCoupon,
  operatorRemovePrice,
  operatorSetCoupon,
  operatorSetPrice,
} from '@clutch/contract/api/payments/operator-prices.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../app/api/api-client.ts'
import type { PriceCell } from './price-cells.ts'

export type Coupon = Reply<typeof operatorListCoupons>[number]

export const pricesQuery = queryOptions({
  queryKey: ['admin', 'prices', 'list'],
  queryFn: ({ signal }) => call(operatorListPrices, { signal }),
})

/** Sets what a cell costs, in minor units, over the state of it that was seen. */
export async function savePrice(
  client: QueryClient,
  { product, duration, currency, relocatable }: PriceCell,
  { amount, revision }: { amount: number; revision: number },
): Promise<void> {
  const params = { product, duration, currency }
  await call(operatorSetPrice, { params, body: { amount, relocatable, revision } })
  await client.invalidateQueries(pricesQuery)
}

export async function removePrice(
  client: QueryClient,
  { product, duration, currency, relocatable }: PriceCell,
  revision: number,
): Promise<void> {
  const params = { product, duration, currency }
  await call(operatorRemovePrice, {
    params,
    query: { relocatable: relocatable ? 'true' : 'false', revision },
  })
  await client.invalidateQueries(pricesQuery)
}

export const couponsQuery = queryOptions({
  queryKey: ['admin', 'coupons'],
  queryFn: ({ signal }) => call(operatorListCoupons, { signal }),
})

export async function saveCoupon(
  client: QueryClient,
  code: string,
  body: Body<typeof operatorSetCoupon>,
): Promise<void> {
  await call(operatorSetCoupon, { params: { code }, body })
  await client.invalidateQueries(couponsQuery)
}

export async function removeCoupon(client: QueryClient, { code, revision }: Coupon): Promise<void> {
  await call(operatorRemoveCoupon, { params: { code }, query: { revision } })
  await client.invalidateQueries(couponsQuery)
}
