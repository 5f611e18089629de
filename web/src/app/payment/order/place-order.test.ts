import type { OrderOptions } from '@clutch/contract/api/payments/order-options.ts'
import type { VipDuration } from '@clutch/contract/rules/payments/durations.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '../../testing/browser.ts'
import { readSavedOrder, markOrderAbandoned } from './saved-order.ts'
import { pricingQuery, quoteQuery } from './payment.queries.ts'
import { createOrderPlacer, type PaymentIntent, type OrderPlacer } from './place-order.ts'
import { createOrder } from '../testing/orders.ts'

const steamId = '76561198000000007'
const { id } = createOrder()
const url = 'weixin://wxpay/bizpayurl?pr=abc'

const intent = (duration: VipDuration = '1m'): PaymentIntent => ({
  order: {
    currency: 'CNY',
    productType: 'vip',
    productId: 'plan',
    options: { duration, paymentMethod: 'wechat' },
  },
  method: 'wechat',
  device: 'desktop',
})

interface Asked {
  path: string
  body: { key?: string; options?: object; replaces?: string }
}

let asked: Asked[]
let answers: Record<string, () => Response>
const refuse = (code: string, status: number) => () => Response.json({ error: 'no', code }, { status })

let items: Map<string, string>
let client: QueryClient
let placing: OrderPlacer
beforeEach(() => {
  asked = []
  answers = {
    '/api/payment/orders': () => Response.json({ id }),
    '/api/payment/pay': () => Response.json({ payment_url: url, expiresIn: 480_000 }),
    [`/api/payment/orders/${id}/close`]: () => Response.json(createOrder({ status: 'closed' })),
  }
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    asked.push({ path, body: JSON.parse(init.body) as Asked['body'] })
    return answers[path]?.() ?? refuse('request.not_found', 404)()
  })
  items = stubStorage('sessionStorage')
  client = new QueryClient()
  placing = createOrderPlacer(client, steamId, 'vip')
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

const paths = () => asked.map(({ path }) => path)
const keys = () => asked.flatMap(({ body }) => body.key ?? [])

test('H2 it orders, then begins to pay, and keeps the order over a reload', async () => {
  expect(await placing.place(intent())).toEqual({ id, url })
  expect(paths()).toEqual(['/api/payment/orders', '/api/payment/pay'])
  expect(asked[1]?.body).toEqual({ orderId: id, method: 'wechat', device: 'desktop' })
  expect(readSavedOrder('vip', steamId)?.id).toBe(id)
})

test('H2 a press after a failure is the same order: the same key, until it is paid for', async () => {
  answers['/api/payment/pay'] = refuse('payment.unavailable', 424)
  await expect(placing.place(intent())).rejects.toMatchObject({ code: 'payment.unavailable' })
  await expect(placing.place(intent())).rejects.toMatchObject({ code: 'payment.unavailable' })
  expect(new Set(keys()).size).toBe(1)
  answers['/api/payment/pay'] = () => Response.json({ payment_url: url, expiresIn: 480_000 })
  await placing.place(intent())
  expect(new Set(keys()).size).toBe(1)
  await placing.place(intent())
  expect(new Set(keys()).size).toBe(2)
})

test('H8 another intent closes the order of the first before it orders, under another key', async () => {
  answers['/api/payment/pay'] = refuse('payment.unavailable', 424)
  await expect(placing.place(intent())).rejects.toMatchObject({ code: 'payment.unavailable' })
  await expect(placing.place(intent('3m'))).rejects.toMatchObject({ code: 'payment.unavailable' })
  expect(paths()).toEqual([
    '/api/payment/orders',
    '/api/payment/pay',
    `/api/payment/orders/${id}/close`,
    '/api/payment/orders',
    '/api/payment/pay',
  ])
  expect(new Set(keys()).size).toBe(2)
})

test('H8 an order that was paid meanwhile is the one that is shown, and no second one is made', async () => {
  answers['/api/payment/pay'] = refuse('payment.unavailable', 424)
  await expect(placing.place(intent())).rejects.toMatchObject({ code: 'payment.unavailable' })
  answers[`/api/payment/orders/${id}/close`] = () => Response.json(createOrder({ status: 'paid', paid: 1 }))
  expect(await placing.place(intent('3m'))).toEqual({ id, url: null })
  expect(paths().filter((path) => path === '/api/payment/orders')).toHaveLength(1)
})

test('H2 an already paid order is shown as paid', async () => {
  answers['/api/payment/pay'] = refuse('order.already_paid', 409)
  expect(await placing.place(intent())).toEqual({ id, url: null })
})

test.each(['order.closed', 'order.key_reused'])(
  'H2 after %s the next press creates a new order',
  async (code) => {
    answers['/api/payment/pay'] = refuse(code, 409)
    await expect(placing.place(intent())).rejects.toMatchObject({ code })
    await expect(placing.place(intent())).rejects.toMatchObject({ code })
    expect(new Set(keys()).size).toBe(2)
    expect(paths()).not.toContain(`/api/payment/orders/${id}/close`)
  },
)

const replaced = () =>
  asked.filter(({ path }) => path === '/api/payment/orders').map(({ body }) => body.replaces)
const other = '01936f00-0000-7000-8000-000000000002'

test('H8 an order says which one it takes the place of: the one that was given up before it, until one is paid', async () => {
  await placing.place(intent())
  markOrderAbandoned('vip')
  expect(readSavedOrder('vip', steamId)).toBeNull()
  // The chooser is shown again, or the page was reloaded.
  placing = createOrderPlacer(client, steamId, 'vip')
  answers['/api/payment/orders'] = () => Response.json({ id: other })
  answers['/api/payment/pay'] = refuse('payment.unavailable', 424)
  await expect(placing.place(intent())).rejects.toMatchObject({ code: 'payment.unavailable' })
  await expect(placing.place(intent())).rejects.toMatchObject({ code: 'payment.unavailable' })
  answers[`/api/payment/orders/${other}/close`] = () =>
    Response.json(createOrder({ id: other, status: 'closed' }))
  await expect(placing.place(intent('3m'))).rejects.toMatchObject({ code: 'payment.unavailable' })
  expect(replaced()).toEqual([undefined, id, id, other])
  expect(
    await createOrderPlacer(client, steamId, 'card')
      .place(intent())
      .catch(() => null),
  ).toBeNull()
  expect(replaced().at(-1)).toBeUndefined()
})

test('H8 an abandoned order that is paid anyway is the one that is shown', async () => {
  await placing.place(intent())
  markOrderAbandoned('vip')
  answers['/api/payment/orders'] = refuse('order.already_paid', 409)
  answers[`/api/payment/orders/${id}/close`] = () => Response.json(createOrder({ status: 'paid', paid: 1 }))
  expect(await placing.place(intent())).toEqual({ id, url: null })
  expect(readSavedOrder('vip', steamId)?.id).toBe(id)
})

test('H8 where another order of the purchase is paid that is said, and the next press orders something new', async () => {
  await placing.place(intent())
  markOrderAbandoned('vip')
  answers['/api/payment/orders'] = refuse('order.already_paid', 409)
  await expect(placing.place(intent())).rejects.toMatchObject({ code: 'order.already_paid' })
  answers['/api/payment/orders'] = () => Response.json({ id: other })
  expect(await placing.place(intent())).toEqual({ id: other, url })
  expect(replaced()).toEqual([undefined, id, undefined])
})

test('H8 an order the portal does not know is not replaced, and nothing is lost by it', async () => {
  await placing.place(intent())
  markOrderAbandoned('vip')
  answers['/api/payment/orders'] = () =>
    replaced().at(-1) === undefined ? Response.json({ id: other }) : refuse('order.not_found', 404)()
  expect(await placing.place(intent())).toEqual({ id: other, url })
  expect(replaced()).toEqual([undefined, id, undefined])
})

test('H7 where the price has changed that is said, and prices are asked for again', async () => {
  const prices = pricingQuery('vip', 'CNY').queryKey
  const quote = quoteQuery(steamId, intent().order).queryKey
  for (const key of [prices, quote]) client.setQueryData<unknown>(key, [])
  answers['/api/payment/orders'] = refuse('price.changed', 409)
  await expect(placing.place(intent())).rejects.toMatchObject({ code: 'price.changed' })
  for (const key of [prices, quote]) expect(client.getQueryState(key)?.isInvalidated).toBe(true)
})

test('H4 G10 typed values, such as a server password, are not stored in the browser', async () => {
  const options: OrderOptions = {
    serverName: '周五内战一号',
    password: 'clutch2026',
    region: 'ap-shanghai',
    isRelocatable: false,
    duration: '1m',
    paymentMethod: 'wechat',
  }
  const { order, ...how } = intent()
  await placing.place({ ...how, order: { ...order, productType: 'server_rental', options } })
  markOrderAbandoned('vip')
  await placing.place({ ...how, order: { ...order, options } })
  expect(items.size).toBe(2)
  for (const text of items.values())
    expect(Object.keys(JSON.parse(text) as object)).toEqual(['id', 'steamId', 'paid'])
})
