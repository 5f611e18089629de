import type { Body } from '@clutch/contract/api/call.ts'
import type { createOrder } from '@clutch/contract/api/payments.ts'
import type { PaymentMethod } from '@clutch/contract/rules/money.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api-error.ts'
import { keepOrder } from './kept-order.ts'
import { beginPayment, giveUpOrder, placeOrder } from './payment.queries.ts'

/** What one press on the pay button asks for. */
export interface Intent {
  order: Omit<Body<typeof createOrder>, 'key'>
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
  key: string | undefined
  id: string | null
}

/** @param kept the name under which the order is kept over a reload */
export function createPlacing(client: QueryClient, steamId: string, kept: string): Placing {
  let begun: Begun | null = null

  /** H8: an order of another intent, whose payment never came about, is closed before there is a second one. */
  const leaveOther = async (text: string): Promise<Placed | null> => {
    const id = begun !== null && begun.text !== text ? begun.id : null
    if (id === null) return null
    const { status } = await giveUpOrder(client, steamId, id)
    begun = null
    return status === 'paid' ? { id, url: null } : null
  }
  return {
    place: async ({ order, method, device }) => {
      const text = JSON.stringify(order)
      const paid = await leaveOther(text)
      if (paid !== null) return paid
      const now: Begun = begun?.text === text ? begun : { text, key: newKey(), id: null }
      begun = now
      try {
        const id = await placeOrder({ ...order, ...(now.key !== undefined && { key: now.key }) })
        now.id = id
        keepOrder(kept, { id, steamId, paid: false })
        const url = await beginPayment(client, steamId, { orderId: id, method, device })
        begun = null
        return { id, url }
      } catch (error) {
        // Under this key nothing can be paid any more: the next press orders anew.
        if (error instanceof ApiError && spent.includes(error.code)) begun = null
        if (error instanceof ApiError && error.code === 'order.already_paid' && now.id !== null)
          return { id: now.id, url: null }
        throw error
      }
    },
  }
}

const spent: readonly ApiError['code'][] = ['order.closed', 'order.key_reused', 'order.already_paid']

/** Typed as always there, absent on plain http: then a repeat is not known as one. */
function newKey(): string | undefined {
  return 'randomUUID' in crypto ? crypto.randomUUID() : undefined
}
