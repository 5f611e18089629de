import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Shop, openShop, price } from '../testing/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterEach(() => shop.clear())
afterAll(() => shop.close())

const none = { delivered: 0, revoked: 0 }
const once = { delivered: 1, revoked: 0 }
/** An order that was paid while its product fails. */
const paidWhile = async (failing: 'later' | 'never') => {
  shop.product.failing = failing
  return shop.paid()
}

test('H5 an order that cannot be fulfilled yet stays paid, is retried and alerts the operator', async () => {
  const { id } = await paidWhile('later')
  expect(await shop.told(id)).toMatchObject({ status: 'paid', fulfilled: false })
  expect(await shop.deliveries(id)).toEqual(none)
  expect((await shop.file(id)).order).toMatchObject({ state: 'paid', problem: 'out of stock' })
  expect(await shop.alerts()).toEqual([])
  await shop.pass(60_000, 5_000)
  expect(await shop.alerts()).toEqual(['not-fulfilled'])
  shop.product.failing = null
  await shop.pass(3_600_000)
  expect(await shop.told(id)).toMatchObject({ status: 'paid', fulfilled: true })
  expect(await shop.deliveries(id)).toEqual(once)
  expect((await shop.file(id)).order.problem).toBe('')
})

test('H5 an order that can never be fulfilled is refunded, and the operator alerted', async () => {
  const { id, no } = await paidWhile('never')
  expect(await shop.told(id)).toMatchObject({ status: 'refunded', fulfilled: false, refunded: price.CNY })
  expect(await shop.deliveries(id)).toEqual(none)
  expect([...shop.alipay.trade(no).refunds.values()]).toMatchObject([{ amount: price.CNY }])
  expect(await shop.alerts()).toEqual(['cannot-fulfil'])
  shop.product.failing = null
  await shop.pass(3_600_000)
  expect(await shop.deliveries(id)).toEqual(none)
})

test('H5 an order that is being refunded is not fulfilled any more, even by the operator', async () => {
  shop.alipay.break('refund')
  const { id } = await paidWhile('never')
  shop.product.failing = null
  const answer = await shop.operator('POST', `/orders/${id}/fulfil`)
  expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'order.not_paid' }])
  await shop.pass(60_000)
  expect(await shop.deliveries(id)).toEqual(none)
  shop.alipay.break('refund', false)
  await shop.pass(3_600_000)
  expect((await shop.told(id)).status).toBe('refunded')
})

test('H5 the operator has a paid order delivered at once; one that is delivered stays as it is', async () => {
  const { id } = await paidWhile('later')
  shop.product.failing = null
  for (let turn = 0; turn < 2; turn += 1) {
    const answer = await shop.operator('POST', `/orders/${id}/fulfil`)
    expect(answer.json()).toMatchObject({ order: { state: 'fulfilled' } })
  }
  await Promise.all(Array.from({ length: 3 }, () => shop.operator('POST', `/orders/${id}/fulfil`)))
  expect(await shop.deliveries(id)).toEqual(once)
})

test('H5 only a paid order is fulfilled', async () => {
  const { id } = await shop.begun()
  const answer = await shop.operator('POST', `/orders/${id}/fulfil`)
  expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'order.not_paid' }])
  expect(await shop.deliveries(id)).toEqual(none)
})

test('H5 a product that is not sold any more keeps a paid order paid', async () => {
  const { id, no } = await shop.begun()
  shop.alipay.pay(no)
  const { products } = shop.payments
  Object.assign(shop.payments, { products: new Map() })
  await shop.pass(15_000)
  expect(await shop.told(id)).toMatchObject({ status: 'paid', fulfilled: false })
  Object.assign(shop.payments, { products })
  await shop.pass(60_000)
  expect(await shop.deliveries(id)).toEqual(once)
})
