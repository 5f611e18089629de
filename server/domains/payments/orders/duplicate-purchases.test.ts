import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Shop, openShop } from '../testing/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterEach(() => shop.clear())
afterAll(() => shop.close())

const giveUp = (id: string) => shop.call('POST', `/orders/${id}/close`)
const create = (other: object, headers?: object) =>
  shop.call('POST', '/orders', shop.wanted('alipay', other), headers)
const delivered = { status: 'paid', fulfilled: true }
const back = { status: 'refunded', fulfilled: false }
const refund = (id: string) => shop.operator('POST', `/orders/${id}/refund`, { reason: 'asked for' })

/** An order that was given up, and the one that took its place. */
async function replaced() {
  const first = await shop.begun()
  await giveUp(first.id)
  return [first, await shop.begun('alipay', { replaces: first.id })] as const
}

test('H8 of an order and the one that took its place the second that is paid is paid back, whichever it is', async () => {
  for (const late of [0, 1]) {
    const [first, second] = await replaced()
    const [paid, other] = late === 0 ? [second, first] : [first, second]
    for (const { no } of [paid, other]) await shop.settled(no)
    expect(await shop.told(paid.id)).toMatchObject(delivered)
    expect(await shop.told(other.id)).toMatchObject(back)
    expect(await shop.deliveries(other.id)).toEqual({ delivered: 0, revoked: 0 })
    expect(shop.alipay.trade(other.no).refunds.size).toBe(1)
    expect(await shop.alerts()).toEqual(['second-payment'])
    await shop.clear()
  }
})

test('H8 of five orders of one purchase paid at once, one is delivered and four are paid back', async () => {
  const given: { id: string; no: string }[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    const replaces = given.at(-1)?.id
    const begun = await shop.begun('alipay', { ...(replaces !== undefined && { replaces }) })
    given.push(begun)
    // The provider is silent: it is given up all the same.
    if (turn % 2) shop.alipay.break('close')
    await giveUp(begun.id)
    shop.alipay.break('close', false)
  }
  for (const { no } of given) {
    shop.alipay.pay(no, { force: true })
    await shop.notify(shop.alipay.notify(no))
  }
  await Promise.all(Array.from({ length: 5 }, () => shop.runDue()))
  await shop.pass(60_000, 30_000)
  const told = await Promise.all(given.map(({ id }) => shop.told(id)))
  expect(told.map(({ status }) => status).toSorted()).toEqual(['paid', ...Array<string>(4).fill('refunded')])
  const deliveries = await Promise.all(given.map(({ id }) => shop.deliveries(id)))
  expect(deliveries.reduce((sum, one) => sum + one.delivered, 0)).toBe(1)
})

test('H8 orders that no buyer said take another’s place are purchases of their own, whatever was given up before', async () => {
  const givenUp = await shop.begun()
  await giveUp(givenUp.id)
  const friends = [await shop.begun(), await shop.begun(), await shop.begun('alipay')]
  for (const { no } of [...friends, givenUp]) await shop.settled(no)
  for (const { id } of [...friends, givenUp]) expect(await shop.told(id)).toMatchObject(delivered)
  expect(await shop.alerts()).toEqual([])
})

test('H8 once one is paid, no other order of the same purchase can be paid', async () => {
  const first = await shop.begun()
  const second = await shop.begun('alipay', { replaces: first.id })
  const third = await shop.order('alipay', { replaces: second.id })
  await shop.settled(second.no)
  expect(shop.alipay.trade(first.no).state).toBe('closed')
  for (const id of [first.id, third]) {
    expect((await shop.told(id)).status).toBe('closed')
    expect((await shop.pay(id)).json()).toMatchObject({ code: 'order.closed' })
  }
})

test('H8 a paid order, or one it replaced, cannot be replaced by another', async () => {
  const [first, second] = await replaced()
  await shop.settled(second.no)
  for (const { id } of [first, second]) {
    const answer = await create({ replaces: id })
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'order.already_paid' }])
  }
  const { orders } = (await shop.call('GET', '/orders')).json<{ orders: object[] }>()
  expect(orders).toHaveLength(2)
  await refund(second.id)
  expect((await create({ replaces: first.id })).statusCode).toBe(200)
})

test('H8 only an order of one’s own is replaced', async () => {
  const { id } = await shop.begun()
  const { headers } = await shop.stranger()
  for (const answer of [
    await create({ replaces: id }, headers),
    await create({ replaces: crypto.randomUUID() }),
  ])
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'order.not_found' }])
})

test('H8 of an order that is replaced while it is paid, either is delivered and the other cannot be paid', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const first = await shop.begun()
    shop.alipay.pay(first.no)
    await shop.notify(shop.alipay.notify(first.no))
    const [answer] = await Promise.all([create({ replaces: first.id }), shop.runDue()])
    expect(await shop.told(first.id)).toMatchObject(delivered)
    const { id = '', code } = answer.json<{ id?: string; code?: string }>()
    if (answer.statusCode !== 200) expect(code).toBe('order.already_paid')
    else expect((await shop.pay(id)).json()).toMatchObject({ code: 'order.closed' })
  }
})

test('H8 an order paid after the other’s full refund was begun is fulfilled', async () => {
  const [first, second] = await replaced()
  await shop.settled(first.no)
  shop.alipay.refundsBecome = 'pending'
  await refund(first.id)
  await shop.runDue()
  await shop.settled(second.no)
  expect(await shop.told(second.id)).toMatchObject(delivered)
  expect((await shop.file(second.id)).refunds).toEqual([])
})

test('H8 a part that was paid back of one does not make room for the other', async () => {
  const [first, second] = await replaced()
  await shop.settled(first.no)
  await shop.operator('POST', `/orders/${first.id}/refund`, { reason: 'a part', amount: 100 })
  await shop.runDue()
  await shop.settled(second.no)
  expect(await shop.told(second.id)).toMatchObject(back)
})
