import type { Body } from '@clutch/contract/api/call.ts'
import type { createOrder } from '@clutch/contract/api/payments.ts'
import type { PaymentMethod } from '@clutch/contract/rules/money.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api-error.ts'
import { newKey } from '../new-key.ts'
import { forgetOrderAside, keepOrder, orderAside, setOrderAside } from './kept-order.ts'
import { askPricesAgain, beginPayment, giveUpOrder, placeOrder } from './payment.queries.ts'

/** What one press on the pay button asks for. */
export interface Intent {
  order: Omit<Body<typeof createOrder>, 'key' | 'replaces'>
  method: PaymentMethod
  device: 'desktop' | 'mobile'
}

/** An order that has its payment; `url` is null where there is nothing left to pay. */
export interface Placed {
  id: string
  url: string | null
}

/** Orders and begins to pay, under one key for each intent (H2). */
export interface Placing {
  /** Rejects with why it did not work; pressed again it goes on where it stopped. */
  place: (intent: Intent) => Promise<Placed>
}

interface Begun {
  /** What the intent says, by which another is told. */
  text: string
  key: string
  /** H8: the order that was given up for this one. */
  replaces: string | null
  id: string | null
}

/** Whose purchase it is, and the name under which its order is kept over a reload. */
interface Buying {
  client: QueryClient
  steamId: string
  kept: string
}

/** @param kept the name under which the order is kept over a reload */
export function createPlacing(client: QueryClient, steamId: string, kept: string): Placing {
  const buying = { client, steamId, kept }
  let begun: Begun | null = null

  /** H8: an order of another intent, whose payment never came about, is closed before there is a second one. */
  const leaveOther = async (text: string): Promise<Placed | null> => {
    const id = begun !== null && begun.text !== text ? begun.id : null
    if (id === null) return null
    const { status } = await giveUpOrder(client, steamId, id)
    begun = null
    if (status === 'paid') return { id, url: null }
    setOrderAside(kept)
    return null
  }
  return {
    place: async ({ order, method, device }) => {
      const text = JSON.stringify(order)
      const paid = await leaveOther(text)
      if (paid !== null) return paid
      const anew = () => ({ text, key: newKey(), replaces: orderAside(kept, steamId), id: null })
      const now: Begun = begun?.text === text ? begun : anew()
      begun = now
      try {
        const id = await orderAnew(buying, order, now)
        const url = await beginPayment(client, steamId, { orderId: id, method, device })
        begun = null
        return { id, url }
      } catch (error) {
        // Under this key nothing can be paid any more: the next press orders anew.
        if (isCode(error, ...spent)) begun = null
        if (isCode(error, 'price.changed')) await askPricesAgain(client, steamId)
        const found = isCode(error, 'order.already_paid') ? await findPaid(buying, now) : null
        if (found !== null) return found
        throw error
      }
    },
  }
}

/** Orders, and keeps the order. One that the portal does not know cannot be replaced: then nothing is. */
async function orderAnew(buying: Buying, order: Intent['order'], now: Begun): Promise<string> {
  const { steamId, kept } = buying
  const { key, replaces } = now
  const named = { ...order, key, ...(replaces !== null && { replaces }) }
  try {
    now.id = await placeOrder(named)
  } catch (error) {
    if (replaces === null || !isCode(error, 'order.not_found')) throw error
    forgetOrderAside(kept)
    now.replaces = null
    return orderAnew(buying, order, now)
  }
  keepOrder(kept, { id: now.id, steamId, paid: false })
  return now.id
}

/** The order that is paid already, as far as it is known here: this one, or the one it was to take the place of. */
async function findPaid({ client, steamId, kept }: Buying, { id, replaces }: Begun): Promise<Placed | null> {
  if (id !== null) return { id, url: null }
  if (replaces === null) return null
  forgetOrderAside(kept)
  const { status } = await giveUpOrder(client, steamId, replaces)
  if (status !== 'paid') return null
  keepOrder(kept, { id: replaces, steamId, paid: false })
  return { id: replaces, url: null }
}

function isCode(error: unknown, ...codes: readonly ApiError['code'][]): boolean {
  return error instanceof ApiError && codes.includes(error.code)
}

const spent: readonly ApiError['code'][] = [
  'order.closed',
  'order.key_reused',
  'order.already_paid',
  'price.changed',
]
