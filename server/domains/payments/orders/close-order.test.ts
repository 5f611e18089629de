import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import { paymentCheckIntervalMs } from '@clutch/contract/limits.ts'
import { type Shop, openShop } from '../testing/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterEach(() => shop.clear())
afterAll(() => shop.close())

const close = async (id: string) => (await shop.call('POST', `/orders/${id}/close`)).json<OrderView>()
const check = async (id: string) => (await shop.call('POST', `/orders/${id}/check`)).json<OrderView>()
const asks = () => shop.alipay.calls.filter(({ call }) => call === 'ask').length

test('H8 an order is given up once its payment is closed at the provider', async () => {
  const { id, no } = await shop.begun()
  expect(await close(id)).toMatchObject({ status: 'closed', payment: null })
  expect(shop.alipay.trade(no).state).toBe('closed')
  expect(await close(id)).toMatchObject({ status: 'closed' })
})

test('H8 an order without a payment attempt is closed at once', async () => {
  const id = await shop.order()
  expect((await close(id)).status).toBe('closed')
  expect(shop.alipay.calls).toEqual([])
})

test('H8 one that was paid meanwhile is answered as paid, and delivered', async () => {
  const { id, no } = await shop.begun()
  shop.alipay.pay(no)
  expect(await close(id)).toMatchObject({ status: 'paid', fulfilled: true })
  expect(await shop.deliveries(id)).toEqual({ delivered: 1, revoked: 0 })
})

test('H8 where the provider is silent the order stays open, cannot be paid, and is closed later', async () => {
  const { id, no } = await shop.begun()
  shop.alipay.break('close')
  expect(await close(id)).toMatchObject({ status: 'open', payment: null })
  expect((await shop.pay(id)).json()).toMatchObject({ code: 'payment.unavailable' })
  shop.alipay.break('close', false)
  await shop.pass(10_000)
  expect((await shop.told(id)).status).toBe('closed')
  expect(shop.alipay.trade(no).state).toBe('closed')
})

test('H8 of a payment and a close whose answer is lost, one wins, and the order shows which', async () => {
  const closed = await shop.begun()
  shop.alipay.fail('close', 'lost')
  expect((await close(closed.id)).status).toBe('open')
  await shop.pass(10_000)
  expect((await shop.told(closed.id)).status).toBe('closed')
  const paid = await shop.begun()
  shop.alipay.fail('close', 'silent')
  await close(paid.id)
  shop.alipay.pay(paid.no)
  await shop.pass(10_000)
  expect(await shop.told(paid.id)).toMatchObject({ status: 'paid', fulfilled: true })
})

test('H8 giving up, paying, looking and notifying at once end in one truth', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const { id, no } = await shop.begun()
    const raw = shop.alipay.notify(no)
    await Promise.all([
      close(id),
      shop.pay(id),
      check(id),
      close(id),
      Promise.resolve().then(() => shop.alipay.trade(no).state === 'unpaid' && shop.alipay.pay(no)),
      shop.notify(raw).then(() => shop.runDue()),
    ])
    await shop.pass(30_000, 10_000)
    const isPaid = shop.alipay.trade(no).state === 'paid'
    expect((await shop.told(id)).status).toBe(isPaid ? 'paid' : 'closed')
    expect(await shop.deliveries(id)).toEqual({ delivered: isPaid ? 1 : 0, revoked: 0 })
  }
})

test('H5 a buyer who returns from the provider’s page sees at once that they paid', async () => {
  const { id, no } = await shop.begun()
  shop.alipay.pay(no)
  expect((await shop.told(id)).status).toBe('open')
  expect(await check(id)).toMatchObject({ status: 'paid', fulfilled: true })
})

test('H5 looks ask the provider once in three seconds, also many at once', async () => {
  const { id } = await shop.begun()
  await Promise.all(Array.from({ length: 8 }, () => check(id)))
  expect(asks()).toBe(1)
  shop.context.clock.advance(paymentCheckIntervalMs - 1)
  await check(id)
  expect(asks()).toBe(1)
  shop.context.clock.advance(1)
  await check(id)
  expect(asks()).toBe(2)
})

test('H5 a check of a closed order finds a late payment; a check of a paid order asks no provider', async () => {
  const { id, no } = await shop.begun()
  await close(id)
  shop.alipay.pay(no, { force: true })
  shop.context.clock.advance(paymentCheckIntervalMs)
  expect(await check(id)).toMatchObject({ status: 'paid', fulfilled: true })
  shop.alipay.calls.length = 0
  shop.context.clock.advance(paymentCheckIntervalMs)
  expect((await check(id)).status).toBe('paid')
  expect(shop.alipay.calls).toEqual([])
})

test('H5 if the provider is silent, a check returns the known state', async () => {
  const { id } = await shop.begun()
  shop.alipay.fail('ask')
  expect((await check(id)).status).toBe('open')
})
