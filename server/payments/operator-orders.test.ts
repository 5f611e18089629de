import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MoneyAlert, OrderFile } from '@clutch/contract/api/operator-payments.ts'
import { ordersOf } from './orders-store.ts'
import { openShop, price } from './testing/shop.ts'
import type { Shop } from './testing/shop.ts'

const minute = 60_000

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterEach(() => shop.clear())
afterAll(() => shop.close())

const list = async (query: string) =>
  (await shop.operator('GET', `/orders?${query}`)).json<OrderFile['order'][]>().map(({ id }) => id)

test('H2 the operator finds orders by state, buyer and every number', async () => {
  const open = await shop.begun()
  const paid = await shop.paid()
  const { reference } = shop.alipay.trade(paid.no).payment ?? {}
  const { number } = await shop.told(paid.id)
  expect(await list('')).toEqual([paid.id, open.id])
  expect(await list('limit=1')).toEqual([paid.id])
  expect(await list(`before=${paid.id}`)).toEqual([open.id])
  expect(await list('state=open')).toEqual([open.id])
  expect(await list('state=fulfilled')).toEqual([paid.id])
  expect(await list(`steamId=${shop.buyer.steamId}`)).toEqual([paid.id, open.id])
  expect(await list('steamId=76561197960265999')).toEqual([])
  for (const find of [number, paid.no, reference ?? '', `order-${paid.no}`])
    expect(await list(`find=${find}`)).toEqual([paid.id])
  expect(await list('find=nothing')).toEqual([])
  await shop.operator('POST', `/orders/${paid.id}/refund`, { reason: 'x' })
  const [refund] = (await shop.file(paid.id)).refunds
  expect(await list(`find=${refund?.no}`)).toEqual([paid.id])
})

test('H2 every number is found by an index', async () => {
  const plan = await shop.house.database.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return ordersOf(tx, { find: 'anything', limit: 50 }).explain('text')
  })
  const lines = JSON.stringify(plan)
  expect(lines).toContain('payment_attempts_provider_order')
  expect(lines).toContain('payment_attempts_reference')
  expect(lines).not.toContain('Seq Scan')
})

test('H2 a file tells everything there is of an order', async () => {
  const { id, no } = await shop.paid()
  const { reference } = shop.alipay.trade(no).payment ?? {}
  const now = shop.house.clock.now().getTime()
  const file = await shop.file(id)
  expect(file).toMatchObject({
    order: { id, state: 'fulfilled', status: 'paid', steamId: shop.buyer.steamId, problem: '', reference },
    attempts: [
      {
        no,
        method: 'alipay',
        state: 'paid',
        amount: price.CNY,
        currency: 'CNY',
        reference,
        paid: now,
        next: null,
      },
    ],
    events: [{ kind: 'PAID', verdict: 'accepted', at: now }],
    refunds: [],
  })
  expect(file.steps.map(({ thing, from, to }) => [thing === no ? 'attempt' : thing, from, to])).toEqual([
    ['order', '', 'open'],
    ['attempt', '', 'creating'],
    ['attempt', 'creating', 'open'],
    ['attempt', 'open', 'paid'],
    ['order', 'open', 'paid'],
    ['order', 'paid', 'fulfilled'],
  ])
})

test('H5 the operator has the provider asked about every attempt now', async () => {
  const { id, no } = await shop.begun()
  shop.alipay.pay(no)
  const answer = await shop.operator('POST', `/orders/${id}/check`)
  expect(answer.json()).toMatchObject({ order: { state: 'fulfilled' } })
})

test('H2 an order that does not exist is not found', async () => {
  const id = crypto.randomUUID()
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['POST', '/check', undefined],
    ['POST', '/fulfil', undefined],
    ['POST', '/refund', { reason: 'x' }],
  ] as const) {
    const answer = await shop.operator(method, `/orders/${id}${path}`, body)
    expect([path, answer.statusCode, answer.json()]).toMatchObject([path, 404, { code: 'order.not_found' }])
  }
})

test('H5 an alert is dismissed, and comes back when it is seen again', async () => {
  const alerts = async () => (await shop.operator('GET', '/money-alerts')).json<MoneyAlert[]>()
  const forge = () => shop.notify({ headers: {}, body: Buffer.from('forged') })
  await forge()
  shop.house.clock.advance(minute)
  await forge()
  const [alert] = await alerts()
  const now = shop.house.clock.now().getTime()
  expect(alert).toMatchObject({ kind: 'notify-unverified', count: 2, first: now - minute, last: now })
  expect((await shop.operator('DELETE', `/money-alerts/${alert?.id}`)).statusCode).toBe(204)
  expect(await alerts()).toEqual([])
  const again = await shop.operator('DELETE', `/money-alerts/${alert?.id}`)
  expect([again.statusCode, again.json()]).toMatchObject([404, { code: 'alert.not_found' }])
  // What was counted before it was dismissed brings nothing back; what comes after it does.
  await forge()
  expect(await alerts()).toEqual([])
  shop.house.clock.advance(minute)
  await forge()
  expect(await alerts()).toMatchObject([{ kind: 'notify-unverified', count: 4 }])
})
