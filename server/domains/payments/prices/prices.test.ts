import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator, createTestApp } from '../../../testing/http.ts'
import { findPrice } from './prices.service.ts'
import { registerPriceCalls } from './prices.routes.ts'

let context: TestContext
let app: App
beforeAll(async () => {
  context = await createTestContext()
  app = await createTestApp(context)
  registerPriceCalls(context, app)
})
beforeEach(() => context.database.deleteFrom('prices').execute())
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const set = (path: string, payload: object) =>
  app.inject({ method: 'PUT', url: `/api/operator/prices/${path}`, headers: asOperator, payload })
const remove = (path: string) =>
  app.inject({ method: 'DELETE', url: `/api/operator/prices/${path}`, headers: asOperator })
const pricing = (product: string, currency: string) =>
  app.inject({ url: `/api/payment/pricing?product_type=${product}&currency=${currency}` })

test('H1 prices are public, the shortest term first, in major and in minor units', async () => {
  await set('server_rental/1y/CNY', { amount: 299_900 })
  await set('server_rental/4h/CNY', { amount: 888 })
  await set('server_rental/1m/CNY', { amount: 29_900 })
  await set('server_rental/1m/CNY', { amount: 39_900, relocatable: true })
  await set('server_rental/1m/USD', { amount: 4_299 })
  const answer = await pricing('server_rental', 'CNY')
  expect(answer.headers['cache-control']).toBe('no-cache')
  expect(answer.json()).toEqual({
    data: {
      currency: 'CNY',
      items: [
        { duration: '4h', relocatable: false, amount: 8.88, minor: 888 },
        { duration: '1m', relocatable: false, amount: 299, minor: 29_900 },
        { duration: '1m', relocatable: true, amount: 399, minor: 39_900 },
        { duration: '1y', relocatable: false, amount: 2_999, minor: 299_900 },
      ],
    },
  })
  expect((await pricing('server_rental', 'USD')).json()).toMatchObject({
    data: { currency: 'USD', items: [{ amount: 42.99, minor: 4_299 }] },
  })
  expect((await pricing('vip', 'CNY')).json()).toEqual({ data: { currency: 'CNY', items: [] } })
})

test('H1 a price is set, changed and removed; none is found where none is set', async () => {
  const priced = { product: 'vip', duration: '1m', relocatable: false, currency: 'CNY' } as const
  expect(await findPrice(context.database, priced)).toBeNull()
  expect((await set('vip/1m/CNY', { amount: 2_900 })).json()).toEqual({
    ...priced,
    amount: 2_900,
    revision: expect.any(Number) as number,
  })
  await set('vip/1m/CNY', { amount: 3_100 })
  expect(await findPrice(context.database, priced)).toBe(3_100)
  for (const other of [
    { product: 'vip_card' },
    { duration: '3m' },
    { relocatable: true },
    { currency: 'USD' },
  ])
    expect(await findPrice(context.database, { ...priced, ...other } as typeof priced)).toBeNull()
  expect((await remove('vip/1m/CNY')).statusCode).toBe(204)
  expect(await findPrice(context.database, priced)).toBeNull()
  expect((await remove('vip/1m/CNY')).json()).toMatchObject({ code: 'price.invalid' })
})

test('H1 the price of a relocatable rental is removed for itself', async () => {
  await set('server_rental/7d/CNY', { amount: 1 })
  await set('server_rental/7d/CNY', { amount: 2, relocatable: true })
  expect((await remove('server_rental/7d/CNY?relocatable=true')).statusCode).toBe(204)
  expect((await pricing('server_rental', 'CNY')).json()).toMatchObject({
    data: { items: [{ relocatable: false }] },
  })
})

test.each([
  ['vip/4h/CNY', { amount: 100 }],
  ['vip/7d/CNY', { amount: 100 }],
  ['vip_card/8h/USD', { amount: 100 }],
  ['vip/1m/CNY', { amount: 100, relocatable: true }],
  ['vip_card/1y/CNY', { amount: 100, relocatable: true }],
])('F4 VIP and cards are sold by the month and have no location: %s %j', async (path, payload) => {
  const answer = await set(path, payload)
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'price.invalid'])
  expect((await app.inject({ url: '/api/operator/prices', headers: asOperator })).json()).toEqual([])
})

test.each([
  ['vip/1m/CNY', { amount: 0 }],
  ['vip/1m/CNY', { amount: 8.88 }],
  ['vip/1m/CNY', { amount: -1 }],
  ['vip/1m/CNY', { amount: '100' }],
  ['vip/1m/CNY', { amount: 100_000_001 }],
  ['vip/1m/EUR', { amount: 100 }],
  ['skin/1m/CNY', { amount: 100 }],
])('H1 an invalid price is refused: %s %j', async (path, payload) => {
  expect((await set(path, payload)).json()).toMatchObject({ code: 'request.invalid' })
})

test('H1 the operator sees every price by product, currency and term; no other user sets one', async () => {
  await set('vip_card/1y/CNY', { amount: 5 })
  await set('vip/1y/USD', { amount: 4 })
  await set('vip/1y/CNY', { amount: 3 })
  await set('vip/1m/CNY', { amount: 2 })
  const list = (await app.inject({ url: '/api/operator/prices', headers: asOperator })).json<object[]>()
  expect(list.map((price) => Object.values(price))).toEqual([
    ['vip', '1m', false, 'CNY', 2, expect.any(Number)],
    ['vip', '1y', false, 'CNY', 3, expect.any(Number)],
    ['vip', '1y', false, 'USD', 4, expect.any(Number)],
    ['vip_card', '1y', false, 'CNY', 5, expect.any(Number)],
  ])
  for (const method of ['PUT', 'DELETE'] as const) {
    const url = '/api/operator/prices/vip/1m/CNY'
    expect((await app.inject({ method, url, payload: { amount: 1 } })).statusCode).toBe(401)
  }
})

test('J a price that another operator has changed concurrently is neither set nor removed', async () => {
  const refusedAs = (answer: Awaited<ReturnType<typeof set>>) => [
    answer.statusCode,
    answer.json<{ code: string }>().code,
  ]
  const conflict = [409, 'edit.conflict']
  const first = (await set('vip/1m/CNY', { amount: 100, revision: 0 })).json<{ revision: number }>().revision
  // Who saw none makes none over it.
  expect(refusedAs(await set('vip/1m/CNY', { amount: 200, revision: 0 }))).toEqual(conflict)
  const changed = await set('vip/1m/CNY', { amount: 300, revision: first })
  const { revision: second } = changed.json<{ revision: number }>()
  expect(refusedAs(await set('vip/1m/CNY', { amount: 400, revision: first }))).toEqual(conflict)
  expect(refusedAs(await remove(`vip/1m/CNY?revision=${first}`))).toEqual(conflict)
  expect((await pricing('vip', 'CNY')).json()).toMatchObject({ data: { items: [{ minor: 300 }] } })
  expect((await remove(`vip/1m/CNY?revision=${second}`)).statusCode).toBe(204)
  expect(refusedAs(await set('vip/1m/CNY', { amount: 500, revision: second }))).toEqual(conflict)
  expect(refusedAs(await remove('vip/1m/CNY?revision=1e3x'))).toEqual([400, 'request.invalid'])
})

test('J a price that was removed and set again is not the one seen before', async () => {
  const revisions: number[] = []
  for (const amount of [100, 200, 300]) {
    revisions.push((await set('vip/1m/CNY', { amount, revision: 0 })).json<{ revision: number }>().revision)
    revisions.push((await set('vip/1m/CNY', { amount: amount + 1 })).json<{ revision: number }>().revision)
    await remove('vip/1m/CNY')
  }
  expect(new Set(revisions).size).toBe(6)
  await set('vip/1m/CNY', { amount: 400, revision: 0 })
  for (const revision of [...revisions, 1])
    expect((await set('vip/1m/CNY', { amount: 500, revision })).json()).toMatchObject({
      code: 'edit.conflict',
    })
})
