import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addBrowser, readPushes } from '../../notifications/testing/push-messages.ts'
import { type PaymentsFixture, createPaymentsFixture, price } from '../testing/payments-fixture.ts'

let fixture: PaymentsFixture
beforeAll(async () => {
  fixture = await createPaymentsFixture()
})
afterEach(() => fixture.clear())
afterAll(() => fixture.close())

const none = { delivered: 0, revoked: 0 }
const once = { delivered: 1, revoked: 0 }
/** An order that was paid while its product fails. */
const paidWhile = async (failing: 'later' | 'never') => {
  fixture.product.failing = failing
  return fixture.paid()
}

test('H5 an order that cannot be fulfilled yet stays paid, is retried and alerts the operator', async () => {
  const { id } = await paidWhile('later')
  expect(await fixture.view(id)).toMatchObject({ status: 'paid', fulfilled: false })
  expect(await fixture.deliveries(id)).toEqual(none)
  expect((await fixture.details(id)).order).toMatchObject({ state: 'paid', problem: 'out of stock' })
  expect(await fixture.alerts()).toEqual([])
  await fixture.pass(60_000, 5_000)
  expect(await fixture.alerts()).toEqual(['not-fulfilled'])
  fixture.product.failing = null
  await fixture.pass(3_600_000)
  expect(await fixture.view(id)).toMatchObject({ status: 'paid', fulfilled: true })
  expect(await fixture.deliveries(id)).toEqual(once)
  expect((await fixture.details(id)).order.problem).toBe('')
})

test('H5 an order that can never be fulfilled is refunded, and the operator alerted', async () => {
  const { id, no } = await paidWhile('never')
  expect(await fixture.view(id)).toMatchObject({ status: 'refunded', fulfilled: false, refunded: price.CNY })
  expect(await fixture.deliveries(id)).toEqual(none)
  expect([...fixture.alipay.trade(no).refunds.values()]).toMatchObject([{ amount: price.CNY }])
  expect(await fixture.alerts()).toEqual(['cannot-fulfil'])
  fixture.product.failing = null
  await fixture.pass(3_600_000)
  expect(await fixture.deliveries(id)).toEqual(none)
})

test('H5 the browsers of the buyer learn once that an order is not delivered yet, and in its place that it was refunded', async () => {
  await addBrowser(fixture.context, fixture.buyer)
  const { id } = await paidWhile('later')
  await fixture.pass(60_000, 5_000)
  const { number } = await fixture.view(id)
  const read = () => readPushes(fixture.context, fixture.buyer)
  expect((await read()).map(({ title }) => title)).toEqual([`Paid, not delivered yet: ${number}`])
  await fixture.context.database.deleteFrom('push_messages').execute()
  await fixture.pass(600_000, 60_000)
  expect(await read()).toEqual([])
  await fixture.operator('POST', `/orders/${id}/refund`, { reason: 'asked for' })
  await fixture.runDue()
  expect(await read()).toMatchObject([
    {
      title: `Refunded: ${number}`,
      body: '¥29.99 CNY is refunded to the original payment method.',
      page: `/orders/${id}`,
    },
  ])
})

test('H5 an order that is being refunded is not fulfilled any more, even by the operator', async () => {
  fixture.alipay.break('refund')
  const { id } = await paidWhile('never')
  fixture.product.failing = null
  const answer = await fixture.operator('POST', `/orders/${id}/fulfil`)
  expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'order.not_paid' }])
  await fixture.pass(60_000)
  expect(await fixture.deliveries(id)).toEqual(none)
  fixture.alipay.break('refund', false)
  await fixture.pass(3_600_000)
  expect((await fixture.view(id)).status).toBe('refunded')
})

test('H5 the operator has a paid order delivered at once; one that is delivered stays as it is', async () => {
  const { id } = await paidWhile('later')
  fixture.product.failing = null
  for (let round = 0; round < 2; round += 1) {
    const answer = await fixture.operator('POST', `/orders/${id}/fulfil`)
    expect(answer.json()).toMatchObject({ order: { state: 'fulfilled' } })
  }
  await Promise.all(Array.from({ length: 3 }, () => fixture.operator('POST', `/orders/${id}/fulfil`)))
  expect(await fixture.deliveries(id)).toEqual(once)
})

test('H5 only a paid order is fulfilled', async () => {
  const { id } = await fixture.beginPayment()
  const answer = await fixture.operator('POST', `/orders/${id}/fulfil`)
  expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'order.not_paid' }])
  expect(await fixture.deliveries(id)).toEqual(none)
})

test('H5 a product that is not sold any more keeps a paid order paid', async () => {
  const { id, no } = await fixture.beginPayment()
  fixture.alipay.pay(no)
  const { products } = fixture.payments
  Object.assign(fixture.payments, { products: new Map() })
  await fixture.pass(15_000)
  expect(await fixture.view(id)).toMatchObject({ status: 'paid', fulfilled: false })
  Object.assign(fixture.payments, { products })
  await fixture.pass(60_000)
  expect(await fixture.deliveries(id)).toEqual(once)
})
