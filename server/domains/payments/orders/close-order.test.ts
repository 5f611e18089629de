import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import { paymentCheckIntervalMs } from '@clutch/contract/limits.ts'
import { type PaymentsFixture, createPaymentsFixture } from '../testing/payments-fixture.ts'

let fixture: PaymentsFixture
beforeAll(async () => {
  fixture = await createPaymentsFixture()
})
afterEach(() => fixture.clear())
afterAll(() => fixture.close())

const close = async (id: string) => (await fixture.call('POST', `/orders/${id}/close`)).json<OrderView>()
const check = async (id: string) => (await fixture.call('POST', `/orders/${id}/check`)).json<OrderView>()
const asks = () => fixture.alipay.calls.filter(({ call }) => call === 'ask').length

test('H8 an order is given up once its payment is closed at the provider', async () => {
  const { id, no } = await fixture.beginPayment()
  expect(await close(id)).toMatchObject({ status: 'closed', payment: null })
  expect(fixture.alipay.trade(no).state).toBe('closed')
  expect(await close(id)).toMatchObject({ status: 'closed' })
})

test('H8 an order without a payment attempt is closed at once', async () => {
  const id = await fixture.order()
  expect((await close(id)).status).toBe('closed')
  expect(fixture.alipay.calls).toEqual([])
})

test('H8 one that was paid meanwhile is answered as paid, and delivered', async () => {
  const { id, no } = await fixture.beginPayment()
  fixture.alipay.pay(no)
  expect(await close(id)).toMatchObject({ status: 'paid', fulfilled: true })
  expect(await fixture.deliveries(id)).toEqual({ delivered: 1, revoked: 0 })
})

test('H8 where the provider is silent the order stays open, cannot be paid, and is closed later', async () => {
  const { id, no } = await fixture.beginPayment()
  fixture.alipay.break('close')
  expect(await close(id)).toMatchObject({ status: 'open', payment: null })
  expect((await fixture.pay(id)).json()).toMatchObject({ code: 'payment.unavailable' })
  fixture.alipay.break('close', false)
  await fixture.pass(10_000)
  expect((await fixture.view(id)).status).toBe('closed')
  expect(fixture.alipay.trade(no).state).toBe('closed')
})

test('H8 of a payment and a close whose answer is lost, one wins, and the order shows which', async () => {
  const closed = await fixture.beginPayment()
  fixture.alipay.fail('close', 'lost')
  expect((await close(closed.id)).status).toBe('open')
  await fixture.pass(10_000)
  expect((await fixture.view(closed.id)).status).toBe('closed')
  const paid = await fixture.beginPayment()
  fixture.alipay.fail('close', 'silent')
  await close(paid.id)
  fixture.alipay.pay(paid.no)
  await fixture.pass(10_000)
  expect(await fixture.view(paid.id)).toMatchObject({ status: 'paid', fulfilled: true })
})

test('H8 cancelling, paying, querying and a webhook at once end in one consistent state', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, no } = await fixture.beginPayment()
    const raw = fixture.alipay.notify(no)
    await Promise.all([
      close(id),
      fixture.pay(id),
      check(id),
      close(id),
      Promise.resolve().then(() => fixture.alipay.trade(no).state === 'unpaid' && fixture.alipay.pay(no)),
      fixture.notify(raw).then(() => fixture.runDue()),
    ])
    await fixture.pass(30_000, 10_000)
    const isPaid = fixture.alipay.trade(no).state === 'paid'
    expect((await fixture.view(id)).status).toBe(isPaid ? 'paid' : 'closed')
    expect(await fixture.deliveries(id)).toEqual({ delivered: isPaid ? 1 : 0, revoked: 0 })
  }
})

test('H5 a buyer who returns from the provider’s page sees at once that they paid', async () => {
  const { id, no } = await fixture.beginPayment()
  fixture.alipay.pay(no)
  expect((await fixture.view(id)).status).toBe('open')
  expect(await check(id)).toMatchObject({ status: 'paid', fulfilled: true })
})

test('H5 looks ask the provider once in three seconds, also many at once', async () => {
  const { id } = await fixture.beginPayment()
  await Promise.all(Array.from({ length: 8 }, () => check(id)))
  expect(asks()).toBe(1)
  fixture.context.clock.advance(paymentCheckIntervalMs - 1)
  await check(id)
  expect(asks()).toBe(1)
  fixture.context.clock.advance(1)
  await check(id)
  expect(asks()).toBe(2)
})

test('H5 a check of a closed order finds a late payment; a check of a paid order asks no provider', async () => {
  const { id, no } = await fixture.beginPayment()
  await close(id)
  fixture.alipay.pay(no, { force: true })
  fixture.context.clock.advance(paymentCheckIntervalMs)
  expect(await check(id)).toMatchObject({ status: 'paid', fulfilled: true })
  fixture.alipay.calls.length = 0
  fixture.context.clock.advance(paymentCheckIntervalMs)
  expect((await check(id)).status).toBe('paid')
  expect(fixture.alipay.calls).toEqual([])
})

test('H5 if the provider is silent, a check returns the known state', async () => {
  const { id } = await fixture.beginPayment()
  fixture.alipay.fail('ask')
  expect((await check(id)).status).toBe('open')
})
