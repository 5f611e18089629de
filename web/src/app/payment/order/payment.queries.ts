import type { Body } from '@clutch/contract/api/call.ts'
import {
  askAboutOrder,
  checkOrder,
  closeOrder,
  createOrder,
  getOrder,
  getPaymentMethods,
  getPricing,
  listOrders,
  payOrder,
  quoteOrder,
  type OrderView,
  type ProductType,
} from '@clutch/contract/api/payments/orders.ts'
import { orderPollMs, providerTimeoutMs } from '@clutch/contract/limits.ts'
import type { Currency, PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../api/api-client.ts'
import { isPending, toTimedOrder, type TimedOrder } from './timed-order.ts'

/** What a portal takes and asks changes seldom, ms. */
const pricesFreshMs = 60_000

/** Everything of a buyer belongs to them: another one who signs in finds nothing of it. */
const userKey = (steamId: string) => ['payment', 'own', steamId] as const

/** H3: The methods this portal accepts, and which of them are emulators. */
export const methodsQuery = queryOptions({
  queryKey: ['payment', 'methods'] as const,
  queryFn: ({ signal }) => call(getPaymentMethods, { signal }),
  staleTime: pricesFreshMs,
})

/** H1: the prices of a product in one currency, the shortest term first. */
export const pricingQuery = (productType: ProductType, currency: Currency) =>
  queryOptions({
    queryKey: ['payment', 'pricing', productType, currency] as const,
    queryFn: async ({ signal }) =>
      (await call(getPricing, { query: { product_type: productType, currency }, signal })).data.items,
    staleTime: pricesFreshMs,
  })

/** H7: what something would cost with a coupon; asked again only where what the price depends on changes. */
export const quoteQuery = (
  steamId: string,
  wanted: Body<typeof quoteOrder>,
  priced: Body<typeof quoteOrder> = wanted,
) =>
  queryOptions({
    queryKey: [...userKey(steamId), 'quote', priced] as const,
    queryFn: ({ signal }) => call(quoteOrder, { body: wanted, signal }),
    staleTime: pricesFreshMs,
  })

/** H2, H4: an order of one's own; asked every 10 s while something is to happen with it, in a window behind others too. */
export const orderQuery = (steamId: string, id: string) =>
  queryOptions({
    queryKey: [...userKey(steamId), 'order', id] as const,
    queryFn: async ({ signal }): Promise<TimedOrder> =>
      toTimedOrder(await call(getOrder, { params: { id }, signal })),
    refetchInterval: ({ state }) => (isPending(state.data) ? orderPollMs : false),
    refetchIntervalInBackground: true,
  })

/** One's own orders, newest first. */
export const ordersQuery = (steamId: string) =>
  infiniteQueryOptions({
    queryKey: [...userKey(steamId), 'orders'] as const,
    queryFn: ({ pageParam, signal }) => call(listOrders, { query: pageParam, signal }),
    initialPageParam: {} as { before?: string },
    getNextPageParam: ({ orders, more }) => {
      const last = orders.at(-1)
      return more && last ? { before: last.id } : undefined
    },
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ orders }) => orders.some(isPending)) ? orderPollMs : false,
  })

/** H7: has the prices asked for again, and what a coupon makes of them. */
export async function refetchPrices(client: QueryClient, steamId: string): Promise<void> {
  const keys = [
    ['payment', 'pricing'],
    [...userKey(steamId), 'quote'],
  ]
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** H2: orders something; a repeat with the same key is the same order. Answers its id. */
export async function placeOrder(wanted: Body<typeof createOrder>): Promise<string> {
  return (await call(createOrder, { body: wanted })).id
}

/** H2: begins the payment of an order, or finds the one that is under way. Answers where it is made. */
export async function beginPayment(
  client: QueryClient,
  steamId: string,
  payment: { orderId: string; method: PaymentMethod; device: 'desktop' | 'mobile' },
): Promise<string> {
  // An attempt that is open is closed first: the portal may wait for two providers.
  const { payment_url: url } = await call(payOrder, { body: payment, timeoutMs: 4 * providerTimeoutMs })
  await client.invalidateQueries({ queryKey: orderQuery(steamId, payment.orderId).queryKey })
  return url
}

/** H5: Makes the portal query the provider now; for a user who returns from its page. */
export async function checkAtProvider(client: QueryClient, steamId: string, id: string): Promise<TimedOrder> {
  return cacheOrder(client, steamId, await call(checkOrder, { params: { id }, body: {} }))
}

/** H8: gives an order up, at the provider first. One that was paid meanwhile is answered as paid. */
export async function cancelOrder(client: QueryClient, steamId: string, id: string): Promise<TimedOrder> {
  return cacheOrder(client, steamId, await call(closeOrder, { params: { id }, body: {} }))
}

/** Asks the operators about an order. */
export async function askQuestion(
  client: QueryClient,
  steamId: string,
  id: string,
  text: string,
): Promise<void> {
  cacheOrder(client, steamId, await call(askAboutOrder, { params: { id }, body: { text } }))
}

function cacheOrder(client: QueryClient, steamId: string, order: OrderView): TimedOrder {
  const held = toTimedOrder(order)
  client.setQueryData(orderQuery(steamId, order.id).queryKey, held)
  return held
}
