import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginSession, clearSession } from '../../session/session.ts'
import { kite, makeToken, stubStorage } from '../../testing/browser.ts'
import { saveOrder, readSavedOrder } from '../order/saved-order.ts'
import { cancelPurchase } from './leave-purchase.ts'
import { orderQuery } from '../order/payment.queries.ts'
import { createOrder } from '../testing/orders.ts'

const order = createOrder()

let asked: string[]
function portalAnswers(answer: () => Response) {
  asked = []
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path}`)
    return answer()
  })
}

let client: QueryClient
beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
  stubStorage('localStorage')
  stubStorage('sessionStorage')
  beginSession({ user: kite, token: makeToken(Date.now() + 60_000) })
  saveOrder('vip', { id: order.id, steamId: kite.steamId, paid: false })
  client = new QueryClient()
})
afterEach(() => {
  clearSession()
  client.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const held = () => client.getQueryData(orderQuery(kite.steamId, order.id).queryKey)

test('H8 leaving closes the open order at the provider first, then forgets it', async () => {
  portalAnswers(() => Response.json({ ...order, status: 'closed' }))
  expect(await cancelPurchase(client, 'vip')).toBeNull()
  expect(asked).toEqual([`POST /api/payment/orders/${order.id}/close`])
  expect(readSavedOrder('vip', kite.steamId)).toBeNull()
})

test('H8 an order that was paid meanwhile is shown as paid, and leaving again leaves', async () => {
  portalAnswers(() => Response.json({ ...order, status: 'paid', fulfilled: true, paid: 1 }))
  expect(await cancelPurchase(client, 'vip')).toMatchObject({ id: order.id, status: 'paid' })
  expect(held()).toMatchObject({ status: 'paid' })
  expect(readSavedOrder('vip', kite.steamId)?.id).toBe(order.id)
  expect(await cancelPurchase(client, 'vip')).toBeNull()
  expect(asked).toHaveLength(1)
  expect(readSavedOrder('vip', kite.steamId)).toBeNull()
})

test('H8 a provider or portal that does not answer does not block the user', async () => {
  portalAnswers(() => Response.json(order))
  expect(await cancelPurchase(client, 'vip')).toBeNull()
  saveOrder('vip', { id: order.id, steamId: kite.steamId, paid: false })
  portalAnswers(() => {
    throw new TypeError('no network')
  })
  expect(await cancelPurchase(client, 'vip')).toBeNull()
  expect(readSavedOrder('vip', kite.steamId)).toBeNull()
})

test('nothing ordered, nothing to give up', async () => {
  portalAnswers(() => Response.json(order))
  expect(await cancelPurchase(client, 'card')).toBeNull()
  expect(asked).toEqual([])
})
