import type { Body } from '@clutch/contract/api/call.ts'
import type { createOrder } from '@clutch/contract/api/payments/orders.ts'
import type { PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { createIdempotencyKey } from '../../api/idempotency-key.ts'
import { clearAbandonedOrder, saveOrder, findAbandonedOrder, markOrderAbandoned } from './saved-order.ts'
import { refetchPrices, beginPayment, cancelOrder, placeOrder } from './payment.queries.ts'

/** What one press on the pay button asks for. */
export interface PaymentIntent {
  order: Omit<Body<typeof createOrder>, 'key' | 'replaces'>
  method: PaymentMethod
  device: 'desktop' | 'mobile'
}

/** An order that has its payment; `url` is null where there is nothing left to pay. */
export interface PlacedOrder {
  id: string
  url: string | null
}

/** Orders and begins to pay, under one key for each intent (H2). */
export interface OrderPlacer {
  /** Rejects with the error; another press continues where it stopped. */
  place: (intent: PaymentIntent) => Promise<PlacedOrder>
}

interface Attempt {
  /** The serialized intent, to distinguish it from another. */
  text: string
  key: string
  /** H8: the order that was given up for this one. */
  replaces: string | null
  id: string | null
}

/** The user who buys, and the name under which the order is stored across a reload. */
interface PurchaseContext {
  client: QueryClient
  steamId: string
  storageKey: string
}

/**
 *
 * @param storageKey the name under which the order is stored across a reload
 */
export function createOrderPlacer(client: QueryClient, steamId: string, storageKey: string): OrderPlacer {
  const buying = { client, steamId, storageKey }
  let begun: Attempt | null = null

  /** H8: an order of another intent, whose payment never came about, is closed before there is a second one. */
  const leaveOther = async (text: string): Promise<PlacedOrder | null> => {
    const id = begun !== null && begun.text !== text ? begun.id : null
    if (id === null) return null
    const { status } = await cancelOrder(client, steamId, id)
    begun = null
    if (status === 'paid') return { id, url: null }
    markOrderAbandoned(storageKey)
    return null
  }
  return {
    place: async ({ order, method, device }) => {
      const text = JSON.stringify(order)
      const paid = await leaveOther(text)
      if (paid !== null) return paid
      const anew = () => ({
        text,
        key: createIdempotencyKey(),
        replaces: findAbandonedOrder(storageKey, steamId),
        id: null,
      })
      const now: Attempt = begun?.text === text ? begun : anew()
      begun = now
      try {
        const id = await createNewOrder(buying, order, now)
        const url = await beginPayment(client, steamId, { orderId: id, method, device })
        begun = null
        return { id, url }
      } catch (error) {
        // Nothing can be paid under this key any more: the next press creates a new order.
        if (hasCode(error, ...finalCodes)) begun = null
        if (hasCode(error, 'price.changed')) await refetchPrices(client, steamId)
        const found = hasCode(error, 'order.already_paid') ? await findPaidOrder(buying, now) : null
        if (found !== null) return found
        throw error
      }
    },
  }
}

/** Orders, and keeps the order. One that the portal does not know cannot be replaced: then nothing is. */
async function createNewOrder(
  buying: PurchaseContext,
  order: PaymentIntent['order'],
  now: Attempt,
): Promise<string> {
  const { steamId, storageKey } = buying
  const { key, replaces } = now
  const named = { ...order, key, ...(replaces !== null && { replaces }) }
  try {
    now.id = await placeOrder(named)
  } catch (error) {
    if (replaces === null || !hasCode(error, 'order.not_found')) throw error
    clearAbandonedOrder(storageKey)
    now.replaces = null
    return createNewOrder(buying, order, now)
  }
  saveOrder(storageKey, { id: now.id, steamId, paid: false })
  return now.id
}

/** The order that is paid already, as far as it is known here: this one, or the one it was to take the place of. */
async function findPaidOrder(
  { client, steamId, storageKey }: PurchaseContext,
  { id, replaces }: Attempt,
): Promise<PlacedOrder | null> {
  if (id !== null) return { id, url: null }
  if (replaces === null) return null
  clearAbandonedOrder(storageKey)
  const { status } = await cancelOrder(client, steamId, replaces)
  if (status !== 'paid') return null
  saveOrder(storageKey, { id: replaces, steamId, paid: false })
  return { id: replaces, url: null }
}

function hasCode(error: unknown, ...codes: readonly ApiError['code'][]): boolean {
  return error instanceof ApiError && codes.includes(error.code)
}

const finalCodes: readonly ApiError['code'][] = [
  'order.closed',
  'order.key_reused',
  'order.already_paid',
  'price.changed',
]
