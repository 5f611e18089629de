import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import { asOperator } from '../../../testing/http.ts'
import { type PaymentsFixture, newKey, createPaymentsFixture, price } from '../testing/payments-fixture.ts'

let fixture: PaymentsFixture
beforeAll(async () => {
  fixture = await createPaymentsFixture()
})
afterEach(() => fixture.clear())
afterAll(() => fixture.close())

const orders = () => fixture.context.database.selectFrom('orders').selectAll().execute()
const create = (other: object = {}, method: 'alipay' | 'paypal' | 'wechat' = 'alipay') =>
  fixture.call('POST', '/orders', fixture.orderBody(method, other))

test('H3 the configured methods are listed, and which of them move no money', async () => {
  const answer = await fixture.app.inject({ url: '/api/payment/methods' })
  expect(answer.json()).toEqual({ methods: ['alipay', 'paypal'], emulatedMethods: ['alipay', 'paypal'] })
})

test('H7 a quote says what something costs and orders nothing', async () => {
  const answer = await fixture.call('POST', '/quote', fixture.orderBody('paypal'))
  expect(answer.json()).toEqual({
    currency: 'USD',
    listAmount: price.USD,
    amount: price.USD,
    description: { zh: '测试', en: 'Test' },
  })
  expect(await orders()).toEqual([])
})

test('H2 an order has a number and the price of the table, frozen', async () => {
  const { id } = (await create()).json<{ id: string }>()
  const view = await fixture.view(id)
  expect(view).toEqual({
    id,
    number: expect.stringMatching(/^ord-20261121-[0-9a-hjkmnp-tv-z]{6}$/),
    status: 'open',
    fulfilled: false,
    productType: 'vip',
    productId: 'plan',
    description: { zh: '测试', en: 'Test' },
    duration: '1m',
    recipient: fixture.buyer.steamId,
    method: 'alipay',
    currency: 'CNY',
    listAmount: price.CNY,
    amount: price.CNY,
    refunded: 0,
    coupon: null,
    created: fixture.context.clock.now().getTime(),
    paid: null,
    reference: null,
    payment: null,
    ends: null,
    notOnServers: false,
    questions: [],
  } satisfies OrderView)
  const path = '/api/operator/prices/vip/1m/CNY'
  await fixture.app.inject({ method: 'PUT', url: path, headers: asOperator, payload: { amount: 1 } })
  expect((await fixture.view(id)).amount).toBe(price.CNY)
  await fixture.app.inject({ method: 'PUT', url: path, headers: asOperator, payload: { amount: price.CNY } })
})

test.each([
  ['a currency that is not the method’s', { currency: 'USD' }, 400, 'request.invalid'],
  ['no JSON', { options: '{' }, 400, 'request.invalid'],
  ['a list', { options: '[]' }, 400, 'request.invalid'],
  ['null', { options: 'null' }, 400, 'request.invalid'],
  ['what the product refuses', { options: '{"duration":"2m"}' }, 400, 'request.invalid'],
  ['fields that no product has', { options: { duration: '2m' } }, 400, 'request.invalid'],
  ['options that are too long', { options: `"${'x'.repeat(4_000)}"` }, 400, 'request.invalid'],
  ['an unknown item of the product', { productId: 'moon' }, 404, 'product.not_sold'],
  ['a product that is not sold', { productType: 'server_rental' }, 404, 'product.not_sold'],
  ['an unknown coupon', { coupon: 'FREE' }, 404, 'coupon.unknown'],
  ['a term without a price', { options: '{"duration":"3m","paymentMethod":"alipay"}' }, 400, 'price.invalid'],
  [
    'a method that is not set up',
    { options: '{"duration":"1m","paymentMethod":"wechat"}' },
    404,
    'payment.not_configured',
  ],
])('H7 nothing is ordered or quoted with %s', async (_, other, status, code) => {
  for (const path of ['/orders', '/quote']) {
    const answer = await fixture.call('POST', path, fixture.orderBody('alipay', other))
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { code }])
  }
  expect(await orders()).toEqual([])
})

test('H7 where it costs something else than the buyer saw, nothing is ordered; the same key orders once the price is seen', async () => {
  const url = '/api/operator/prices/vip/1m/CNY'
  const setPrice = (amount: number) =>
    fixture.app.inject({ method: 'PUT', url, headers: asOperator, payload: { amount } })
  await setPrice(price.CNY + 1)
  const key = newKey()
  const refused = await create({ amount: price.CNY, key })
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'price.changed' }])
  expect(await orders()).toEqual([])
  expect((await create({ amount: price.CNY + 1, key })).statusCode).toBe(200)
  expect(await orders()).toMatchObject([{ amount: price.CNY + 1 }])
  await setPrice(price.CNY)
  await fixture.app.inject({
    method: 'PUT',
    url: '/api/operator/coupons/HALF',
    headers: asOperator,
    payload: { percent: 50 },
  })
  expect((await create({ amount: price.CNY, coupon: 'HALF' })).json()).toMatchObject({
    code: 'price.changed',
  })
  expect((await create({ amount: 1_499, coupon: 'HALF' })).statusCode).toBe(200)
})

test('G11 PayPal takes no term shorter than a week', async () => {
  const options = JSON.stringify({ duration: '3d', paymentMethod: 'paypal' })
  const answer = await create({ options }, 'paypal')
  expect(answer.json()).toMatchObject({ code: 'request.invalid' })
})

test('H1 a price that is not set is an invalid configuration, with this message', async () => {
  const answer = await create({ options: '{"duration":"3m","paymentMethod":"alipay"}' })
  expect(answer.json()).toEqual({ error: 'Invalid price configuration', code: 'price.invalid' })
})

test('H2 orders are one’s own: to another they do not exist, and without a session there is nothing', async () => {
  const { id, no } = await fixture.beginPayment()
  const { headers } = await fixture.stranger()
  for (const [method, path, body] of [
    ['GET', `/orders/${id}`, {}],
    ['POST', `/orders/${id}/check`, {}],
    ['POST', `/orders/${id}/close`, {}],
    ['POST', `/orders/${id}/questions`, { text: 'mine?' }],
    ['POST', '/pay', { orderId: id, method: 'alipay' }],
  ] as const) {
    const answer = await fixture.call(method, path, body, headers)
    expect([path, answer.statusCode, answer.json()]).toMatchObject([path, 404, { code: 'order.not_found' }])
    expect((await fixture.call(method, path, body, {})).statusCode).toBe(401)
  }
  expect((await fixture.call('GET', '/orders', {}, headers)).json()).toEqual({ orders: [], more: false })
  expect((await fixture.call('GET', '/orders', {}, {})).statusCode).toBe(401)
  expect((await fixture.details(id)).attempts).toMatchObject([{ no, state: 'open' }])
})

test('H2 the list of a user’s orders continues after the last one seen', async () => {
  const ids: string[] = []
  for (let round = 0; round < 23; round += 1) ids.unshift(await fixture.order())
  const first = (await fixture.call('GET', '/orders')).json<{ orders: OrderView[]; more: boolean }>()
  expect(first.orders.map(({ id }) => id)).toEqual(ids.slice(0, 20))
  expect(first.more).toBe(true)
  const rest = (await fixture.call('GET', `/orders?before=${ids[19]}`)).json<{
    orders: OrderView[]
    more: boolean
  }>()
  expect(rest.orders.map(({ id }) => id)).toEqual(ids.slice(20))
  expect(rest.more).toBe(false)
})

test('H2 the same key with the same contents is the same order, at once and later, whatever the price is now', async () => {
  const key = newKey()
  const answers = await Promise.all(Array.from({ length: 8 }, () => create({ key })))
  const ids = new Set(answers.map((answer) => answer.json<{ id: string }>().id))
  expect(ids.size).toBe(1)
  expect(await orders()).toHaveLength(1)
  const path = '/api/operator/prices/vip/1m/CNY'
  await fixture.app.inject({ method: 'DELETE', url: path, headers: asOperator })
  expect(ids).toContain((await create({ key })).json<{ id: string }>().id)
  await fixture.app.inject({ method: 'PUT', url: path, headers: asOperator, payload: { amount: price.CNY } })
})

test('H2 the same key with other contents is refused; another buyer’s same key is their own', async () => {
  const key = newKey()
  await create({ key })
  for (const other of [
    fixture.orderBody('paypal', { key }),
    fixture.orderBody('alipay', { key, coupon: 'FREE' }),
    fixture.orderBody('alipay', { key, productId: 'moon' }),
  ]) {
    const answer = await fixture.call('POST', '/orders', other)
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'order.key_reused' }])
  }
  const { headers } = await fixture.stranger()
  expect(
    (await fixture.call('POST', '/orders', fixture.orderBody('alipay', { key }), headers)).statusCode,
  ).toBe(200)
  expect(await orders()).toHaveLength(2)
})

test('H7 of ten orders at once a coupon for two makes two cheaper, and the same key uses it once', async () => {
  const url = '/api/operator/coupons/HALF'
  await fixture.app.inject({ method: 'PUT', url, headers: asOperator, payload: { percent: 50, uses: 2 } })
  const answers = await Promise.all(Array.from({ length: 10 }, () => create({ coupon: 'half' })))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
  const refused = answers.filter(({ statusCode }) => statusCode !== 200)
  expect(refused.map((answer) => answer.json<{ code: string }>().code)).toEqual(
    Array(8).fill('coupon.used_up'),
  )
  expect(await orders()).toMatchObject([
    { list_amount: price.CNY, amount: 1_499, coupon: 'HALF' },
    { list_amount: price.CNY, amount: 1_499, coupon: 'HALF' },
  ])
  await fixture.app.inject({ method: 'PUT', url, headers: asOperator, payload: { percent: 50, uses: 3 } })
  const key = newKey()
  const same = await Promise.all(Array.from({ length: 5 }, () => create({ coupon: 'HALF', key })))
  expect(new Set(same.map((answer) => answer.json<{ id: string }>().id)).size).toBe(1)
  expect(same.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
})

test('C20 one account orders so often, and no more', async () => {
  const statuses: number[] = []
  for (let round = 0; round < 61; round += 1) statuses.push((await create()).statusCode)
  expect(statuses).toEqual([...Array<number>(60).fill(200), 429])
})
