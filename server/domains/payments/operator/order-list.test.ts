import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { operatorListOrders } from '@clutch/contract/api/payments/operator-orders.ts'
import type { Reply } from '@clutch/contract/api/call.ts'
import { saveProfile } from '../../accounts/profiles/profiles.store.ts'
import { updateUser } from '../../accounts/users/users.store.ts'
import { insertSighting } from '../../leaderboard/testing/player-sighting.ts'
import { type PaymentsFixture, newKey, createPaymentsFixture } from '../testing/payments-fixture.ts'
import { aBuyer, insertAttempt, insertOrder, insertRefund } from '../testing/rows.ts'

const minute = 60_000

let fixture: PaymentsFixture
beforeAll(async () => {
  fixture = await createPaymentsFixture()
})
beforeEach(() => fixture.clear())
afterAll(() => fixture.close())

const ask = (query: string) => fixture.operator('GET', `/orders?${query}`)
const list = async (query: string) => (await ask(query)).json<Reply<typeof operatorListOrders>>()
const ids = async (query: string) => (await list(query)).rows.map(({ id }) => id)
const find = (text: string) => ids(`find=${encodeURIComponent(text)}`)

/** An order put straight into the database, one minute after the last. */
function order(more: object = {}): Promise<string> {
  fixture.context.clock.advance(minute)
  const { userId: user_id } = fixture.buyer
  return insertOrder(fixture.context.database, fixture.context.clock.now(), { user_id, ...more })
}

test('J orders are found by every number, by buyer and by description, in parts and any case', async () => {
  const open = await fixture.beginPayment()
  const paid = await fixture.paid()
  const { reference } = fixture.alipay.trade(paid.no).payment ?? {}
  const { number } = await fixture.view(paid.id)
  await fixture.operator('POST', `/orders/${paid.id}/refund`, { reason: 'x', amount: 1 })
  const [refund] = (await fixture.details(paid.id)).refunds
  for (const text of [number, number.toUpperCase(), paid.no, reference ?? '', `order-${paid.no}`, refund?.no])
    expect([text, await find(text ?? '')]).toEqual([text, [paid.id]])
  expect(await find(paid.no.slice(3, -3))).toEqual([paid.id])
  for (const text of [fixture.buyer.steamId, '测试', 'TEST', `${fixture.buyer.steamId.slice(4)} test`])
    expect([text, await find(text)]).toEqual([text, [paid.id, open.id]])
  expect(await find(`${number} ${open.no}`)).toEqual([])
  for (const text of ['nothing', '%', '_', String.raw`\ `])
    expect([text, await find(text)]).toEqual([text, []])
})

test('J orders name their buyer, and are found by that name: of the account, else from game servers', async () => {
  const { context, buyer } = fixture
  const { database, clock } = context
  const nameless = await aBuyer(context, '76561197960265800')
  const own = await order()
  const other = await order({ user_id: nameless.userId, buyer: nameless.steamId })
  const names = async () => (await list('')).rows.map(({ buyerName }) => buyerName)
  expect(await names()).toEqual(['', ''])
  await insertSighting(context, nameless.steamId, 'Old 100%')
  clock.advance(minute)
  await insertSighting(context, nameless.steamId, '小 明')
  await insertSighting(context, buyer.steamId, 'in the game')
  expect(await names()).toEqual(['小 明', 'in the game'])
  await saveProfile(database, {
    steamId: buyer.steamId,
    name: 'Steam Ann',
    picture: null,
    fetchedAt: clock.now(),
  })
  expect(await names()).toEqual(['小 明', 'Steam Ann'])
  await updateUser(database, buyer.userId, { username: 'Ann' })
  expect(await names()).toEqual(['小 明', 'Ann'])
  expect((await fixture.details(own)).order.buyerName).toBe('Ann')
  for (const text of ['小 明', 'old', '100%']) expect([text, await find(text)]).toEqual([text, [other]])
  for (const text of ['ann', 'steam', 'GAME']) expect([text, await find(text)]).toEqual([text, [own]])
})

test('J orders are found by their coupon and by who was given it', async () => {
  const given = await order({ steam_id: '76561198000000009', coupon: 'SPRING' })
  await order()
  expect(await find('spring')).toEqual([given])
  expect(await find('76561198000000009')).toEqual([given])
})

test('J orders are narrowed by state, buyer, product, method and currency', async () => {
  const vip = await order()
  const card = await order({ product: 'vip_card', state: 'closed' })
  const rental = await order({ product: 'server_rental', method: 'paypal', currency: 'USD' })
  expect(await ids('')).toEqual([rental, card, vip])
  expect(await ids('state=closed')).toEqual([card])
  expect(await ids('product=server_rental')).toEqual([rental])
  expect(await ids('method=alipay')).toEqual([card, vip])
  expect(await ids('currency=USD')).toEqual([rental])
  expect(await ids('method=alipay&state=open')).toEqual([vip])
  expect(await ids(`steamId=${fixture.buyer.steamId}`)).toEqual([rental, card, vip])
  expect(await ids('steamId=76561197960265999')).toEqual([])
})

test('J orders are sorted by time, amount and payment, the unpaid last both ways', async () => {
  const now = fixture.context.clock.now()
  const small = await order({ amount: 100, state: 'paid', paid_at: new Date(now.getTime() + 5 * minute) })
  const large = await order({ amount: 8_000, state: 'paid', paid_at: new Date(now.getTime() + 4 * minute) })
  const unpaid = await order({ amount: 500 })
  expect(await ids('direction=asc')).toEqual([small, large, unpaid])
  expect(await ids('sort=amount')).toEqual([large, unpaid, small])
  expect(await ids('sort=amount&direction=asc')).toEqual([small, unpaid, large])
  expect(await ids('sort=paid')).toEqual([small, large, unpaid])
  expect(await ids('sort=paid&direction=asc')).toEqual([large, small, unpaid])
})

test('J orders come by pages, with how many there are', async () => {
  const created = []
  for (let at = 0; at < 5; at += 1) created.unshift(await order({ amount: 100, list_amount: 100 }))
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`size=2&page=${page}&sort=amount`)))
  expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(created)
  expect(pages.map(({ rows, total }) => [rows.length, total])).toEqual([
    [2, 5],
    [2, 5],
    [1, 5],
    [0, 5],
  ])
  expect(await list('state=paid')).toEqual({ rows: [], total: 0 })
})

test.each([
  'page=0',
  'page=1.5',
  'page=x',
  'size=0',
  'size=201',
  'sort=id',
  'direction=up',
  'state=lost',
  'product=skin',
  'method=cash',
  'currency=EUR',
  'troubled=maybe',
  'steamId=1',
  `find=${'x'.repeat(81)}`,
  'find=%00',
  'find=%0A',
])('J a list of orders is not asked for by %s', async (query) => {
  expect((await ask(query)).json()).toMatchObject({ code: 'request.invalid' })
})

test('J no search for orders breaks the list', async () => {
  await order()
  for (const text of ["'", '"', '\\', '%25', '(', '😀', '👩‍👩‍👧', `${'a '.repeat(40)}`, '99999999999999999999'])
    expect((await ask(`find=${encodeURIComponent(text)}`)).statusCode).toBe(200)
  expect((await ask('page=100000&size=200')).json()).toEqual({ rows: [], total: 1 })
})

test('J a search for orders heeds five words', async () => {
  const spring = await order({ coupon: 'SPRING' })
  expect(await find('s p r i n')).toEqual([spring])
  expect(await find('s p r i n nowhere')).toEqual([spring])
  expect(await find('s p r i nowhere')).toEqual([])
})

test('J a search for orders that takes too long is given up, and keeps no connection', async () => {
  const { database } = fixture.context
  const answer = await database.transaction().execute(async (tx) => {
    await sql`lock table orders in access exclusive mode`.execute(tx)
    return ask('find=x')
  })
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'search.too_long' }])
  expect((await ask('find=x')).statusCode).toBe(200)
})

test('J orders that need attention are marked and found', async () => {
  const { database, clock } = fixture.context
  const now = clock.now()
  const fine = await order({ state: 'fulfilled', paid_at: now, fulfilled_at: now })
  const stuck = await order({ state: 'paid', paid_at: now, problem: 'out of stock' })
  const held = await order()
  const dispute = { state: 'disputed', held_amount: 100, held_currency: 'CNY' }
  const { id: attempt } = await insertAttempt(database, now, { order_id: held, ...dispute })
  const refused = await order({ state: 'paid', paid_at: now })
  const paid = await insertAttempt(database, now, { order_id: refused })
  const failed = { order_id: refused, attempt_id: paid.id, state: 'failed' }
  await insertRefund(database, now, failed)
  const silent = await order({ state: 'paid', paid_at: now })
  const question = await insertAttempt(database, now, { order_id: silent })
  const waiting = { order_id: silent, attempt_id: question.id, state: 'asked', problem: 'no answer' }
  await insertRefund(database, now, waiting)
  expect(await ids('troubled=true')).toEqual([silent, refused, held, stuck])
  expect(await ids('troubled=false')).toEqual([fine])
  expect((await list('')).rows.map(({ troubled }) => troubled)).toEqual([true, true, true, true, false])
  // Once it is being refunded, or the refund is requested again, it needs no attention.
  await insertRefund(database, now, { order_id: held, attempt_id: attempt, amount: 100, state: 'asked' })
  await insertRefund(database, now, { ...failed, state: 'done' })
  expect(await ids('troubled=true')).toEqual([silent, stuck])
})

test('J each attempt shows its refundable amount, and how much is being refunded', async () => {
  const { id } = await fixture.paid()
  await fixture.operator('POST', `/orders/${id}/refund`, { reason: 'x', amount: 999, key: newKey() })
  expect(await fixture.details(id)).toMatchObject({
    attempts: [{ pays: true, left: 2_000 }],
    refunds: [{ amount: 999, currency: 'CNY', reference: null, state: 'asked' }],
  })
  await fixture.runDue()
  expect(await fixture.details(id)).toMatchObject({ order: { refunded: 999 }, refunds: [{ state: 'done' }] })
})
