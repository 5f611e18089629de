import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { asOperator } from '../../../testing/http.ts'
import { type PaymentsFixture, createPaymentsFixture } from '../testing/payments-fixture.ts'

let fixture: PaymentsFixture
beforeAll(async () => {
  fixture = await createPaymentsFixture()
})
afterEach(() => fixture.clear())
afterAll(() => fixture.close())

const giveUp = (id: string) => fixture.call('POST', `/orders/${id}/close`)
const create = (other: object, headers?: object) =>
  fixture.call('POST', '/orders', fixture.orderBody('alipay', other), headers)
const delivered = { status: 'paid', fulfilled: true }
const back = { status: 'refunded', fulfilled: false }
const refund = (id: string) => fixture.operator('POST', `/orders/${id}/refund`, { reason: 'asked for' })

/** An order that was given up, and the one that took its place. */
async function replaced() {
  const first = await fixture.beginPayment()
  await giveUp(first.id)
  return [first, await fixture.beginPayment('alipay', { replaces: first.id })] as const
}

test('H8 of an order and its replacement the one that is paid second is refunded', async () => {
  for (const late of [0, 1]) {
    const [first, second] = await replaced()
    const [paid, other] = late === 0 ? [second, first] : [first, second]
    for (const { no } of [paid, other]) await fixture.settle(no)
    expect(await fixture.view(paid.id)).toMatchObject(delivered)
    expect(await fixture.view(other.id)).toMatchObject(back)
    expect(await fixture.deliveries(other.id)).toEqual({ delivered: 0, revoked: 0 })
    expect(fixture.alipay.trade(other.no).refunds.size).toBe(1)
    expect(await fixture.alerts()).toEqual(['second-payment'])
    await fixture.clear()
  }
})

test('H8 of five orders of one purchase paid at once, one is fulfilled and four are refunded', async () => {
  const given: { id: string; no: string }[] = []
  for (let round = 0; round < 5; round += 1) {
    const replaces = given.at(-1)?.id
    const started = await fixture.beginPayment('alipay', { ...(replaces !== undefined && { replaces }) })
    given.push(started)
    // The provider is silent: it is given up all the same.
    if (round % 2) fixture.alipay.break('close')
    await giveUp(started.id)
    fixture.alipay.break('close', false)
  }
  for (const { no } of given) {
    fixture.alipay.pay(no, { force: true })
    await fixture.notify(fixture.alipay.notify(no))
  }
  await Promise.all(Array.from({ length: 5 }, () => fixture.runDue()))
  await fixture.pass(60_000, 30_000)
  const view = await Promise.all(given.map(({ id }) => fixture.view(id)))
  expect(view.map(({ status }) => status).toSorted()).toEqual(['paid', ...Array<string>(4).fill('refunded')])
  const deliveries = await Promise.all(given.map(({ id }) => fixture.deliveries(id)))
  expect(deliveries.reduce((sum, one) => sum + one.delivered, 0)).toBe(1)
})

test('H8 orders that no buyer said take another’s place are purchases of their own, whatever was given up before', async () => {
  const givenUp = await fixture.beginPayment()
  await giveUp(givenUp.id)
  const friends = [
    await fixture.beginPayment(),
    await fixture.beginPayment(),
    await fixture.beginPayment('alipay'),
  ]
  for (const { no } of [...friends, givenUp]) await fixture.settle(no)
  for (const { id } of [...friends, givenUp]) expect(await fixture.view(id)).toMatchObject(delivered)
  expect(await fixture.alerts()).toEqual([])
})

test('H8 once one is paid, no other order of the same purchase can be paid', async () => {
  const first = await fixture.beginPayment()
  const second = await fixture.beginPayment('alipay', { replaces: first.id })
  const third = await fixture.order('alipay', { replaces: second.id })
  await fixture.settle(second.no)
  expect(fixture.alipay.trade(first.no).state).toBe('closed')
  for (const id of [first.id, third]) {
    expect((await fixture.view(id)).status).toBe('closed')
    expect((await fixture.pay(id)).json()).toMatchObject({ code: 'order.closed' })
  }
})

test('H8 a paid order, or one it replaced, cannot be replaced by another', async () => {
  const [first, second] = await replaced()
  await fixture.settle(second.no)
  for (const { id } of [first, second]) {
    const answer = await create({ replaces: id })
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'order.already_paid' }])
  }
  const { orders } = (await fixture.call('GET', '/orders')).json<{ orders: object[] }>()
  expect(orders).toHaveLength(2)
  await refund(second.id)
  expect((await create({ replaces: first.id })).statusCode).toBe(200)
})

test('H8 only an order of one’s own is replaced', async () => {
  const { id } = await fixture.beginPayment()
  const { headers } = await fixture.stranger()
  for (const answer of [
    await create({ replaces: id }, headers),
    await create({ replaces: crypto.randomUUID() }),
  ])
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'order.not_found' }])
})

test('H8 of an order that is replaced while it is paid, either is delivered and the other cannot be paid', async () => {
  for (let round = 0; round < 5; round += 1) {
    const first = await fixture.beginPayment()
    fixture.alipay.pay(first.no)
    await fixture.notify(fixture.alipay.notify(first.no))
    const [answer] = await Promise.all([create({ replaces: first.id }), fixture.runDue()])
    expect(await fixture.view(first.id)).toMatchObject(delivered)
    const { id = '', code } = answer.json<{ id?: string; code?: string }>()
    if (answer.statusCode !== 200) expect(code).toBe('order.already_paid')
    else expect((await fixture.pay(id)).json()).toMatchObject({ code: 'order.closed' })
  }
})

test('H8 an order paid after the other’s full refund was begun is fulfilled', async () => {
  const [first, second] = await replaced()
  await fixture.settle(first.no)
  fixture.alipay.refundsBecome = 'pending'
  await refund(first.id)
  await fixture.runDue()
  await fixture.settle(second.no)
  expect(await fixture.view(second.id)).toMatchObject(delivered)
  expect((await fixture.details(second.id)).refunds).toEqual([])
})

test('H8 a partial refund of one does not allow the other', async () => {
  const [first, second] = await replaced()
  await fixture.settle(first.no)
  await fixture.operator('POST', `/orders/${first.id}/refund`, { reason: 'a part', amount: 100 })
  await fixture.runDue()
  await fixture.settle(second.no)
  expect(await fixture.view(second.id)).toMatchObject(back)
})

test('H8 an order that is closing at the provider does not use up the coupon of the one that replaces it', async () => {
  const url = '/api/operator/coupons/ONCE'
  const payload = { percent: 50, uses: 1, usesEach: 1 }
  await fixture.app.inject({ method: 'PUT', url, headers: asOperator, payload })
  const first = await fixture.beginPayment('alipay', { coupon: 'ONCE' })
  fixture.alipay.break('close')
  await giveUp(first.id)
  expect(await fixture.view(first.id)).toMatchObject({ status: 'open' })
  const refused = { code: 'coupon.used_up' }
  const asked = { coupon: 'ONCE', replaces: first.id }
  const quote = async (other: object, headers?: object) =>
    (await fixture.call('POST', '/quote', fixture.orderBody('alipay', other), headers)).json<object>()
  const { headers } = await fixture.stranger()
  expect((await create({ coupon: 'ONCE' })).json()).toMatchObject(refused)
  expect(await quote({ coupon: 'ONCE' })).toMatchObject(refused)
  expect(await quote(asked, headers)).toMatchObject(refused)
  expect(await quote(asked)).toMatchObject({ amount: 1_499 })
  const second = await fixture.beginPayment('alipay', asked)
  expect((await fixture.operator('GET', '/coupons')).json()).toMatchObject([{ code: 'ONCE', used: 1 }])
  fixture.alipay.break('close', false)
  await fixture.settle(second.no)
  expect(await fixture.view(second.id)).toMatchObject({ ...delivered, amount: 1_499 })
  await refund(second.id)
  await fixture.runDue()
  expect((await create({ coupon: 'ONCE', replaces: second.id })).json()).toMatchObject(refused)
})
