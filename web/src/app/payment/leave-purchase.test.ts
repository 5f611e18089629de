import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginSession, forgetSession } from '../session.ts'
import { kite, makeToken, stubStorage } from '../testing/browser.ts'
import { keepOrder, keptOrder } from './kept-order.ts'
import { leavePurchase } from './leave-purchase.ts'
import { orderQuery } from './payment.queries.ts'
import { anOrder } from './testing/orders.ts'

const order = anOrder()

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
  keepOrder('vip', { id: order.id, steamId: kite.steamId, paid: false })
  client = new QueryClient()
})
afterEach(() => {
  forgetSession()
  client.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const held = () => client.getQueryData(orderQuery(kite.steamId, order.id).queryKey)

test('H8 leaving closes the open order at the provider first, then forgets it', async () => {
  portalAnswers(() => Response.json({ ...order, status: 'closed' }))
  expect(await leavePurchase(client, 'vip')).toBeNull()
  expect(asked).toEqual([`POST /api/payment/orders/${order.id}/close`])
  expect(keptOrder('vip', kite.steamId)).toBeNull()
})

test('H8 an order that was paid meanwhile is shown as paid, and leaving again leaves', async () => {
  portalAnswers(() => Response.json({ ...order, status: 'paid', fulfilled: true, paid: 1 }))
  expect(await leavePurchase(client, 'vip')).toMatchObject({ id: order.id, status: 'paid' })
  expect(held()).toMatchObject({ status: 'paid' })
  expect(keptOrder('vip', kite.steamId)?.id).toBe(order.id)
  expect(await leavePurchase(client, 'vip')).toBeNull()
  expect(asked).toHaveLength(1)
  expect(keptOrder('vip', kite.steamId)).toBeNull()
})

test('H8 a provider or a portal that does not answer holds nobody', async () => {
  portalAnswers(() => Response.json(order))
  expect(await leavePurchase(client, 'vip')).toBeNull()
  keepOrder('vip', { id: order.id, steamId: kite.steamId, paid: false })
  portalAnswers(() => {
    throw new TypeError('no network')
  })
  expect(await leavePurchase(client, 'vip')).toBeNull()
  expect(keptOrder('vip', kite.steamId)).toBeNull()
})

test('nothing ordered, nothing to give up', async () => {
  portalAnswers(() => Response.json(order))
  expect(await leavePurchase(client, 'card')).toBeNull()
  expect(asked).toEqual([])
})
