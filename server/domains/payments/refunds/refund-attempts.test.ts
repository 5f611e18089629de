import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { OrderDetails } from '@clutch/contract/api/payments/operator-orders.ts'
import { type PaymentsFixture, newKey, createPaymentsFixture, price } from '../testing/payments-fixture.ts'

let fixture: PaymentsFixture
beforeAll(async () => {
  fixture = await createPaymentsFixture()
})
afterEach(() => fixture.clear())
afterAll(() => fixture.close())

const hour = 3_600_000
const refund = (id: string, body: object = {}) =>
  fixture.operator('POST', `/orders/${id}/refund`, { reason: 'asked for', ...body })
const codeOf = (answer: { json: <T>() => T }) => answer.json<{ code?: string }>().code
const backAt = (no: string) =>
  [...fixture.alipay.trade(no).refunds.values()]
    .filter(({ said: result }) => result.state !== 'failed')
    .map(({ amount }) => amount)
const attemptOf = async (id: string, no: string) =>
  (await fixture.details(id)).attempts.find((attempt) => attempt.no === no)?.id ?? ''
const delivered = { status: 'paid', fulfilled: true, refunded: 0 }

test('H3 a paid order that was not fulfilled yet is fulfilled after all if its refund failed', async () => {
  fixture.product.failing = 'later'
  const { id, no } = await fixture.paid()
  fixture.alipay.refundsBecome = 'pending'
  await refund(id)
  fixture.product.failing = null
  await fixture.pass(hour, 60_000)
  expect(await fixture.view(id)).toMatchObject({ status: 'paid', fulfilled: false })
  for (const one of fixture.alipay.trade(no).refunds.values()) one.said = { state: 'failed', code: 'NO' }
  await fixture.pass(2 * hour, hour)
  expect(await fixture.view(id)).toMatchObject(delivered)
  expect(await fixture.deliveries(id)).toEqual({ delivered: 1, revoked: 0 })
  expect(await fixture.alerts()).toEqual(['refund-failed'])
})

test('H3 what can never be delivered stays for the operator where its refund failed', async () => {
  fixture.product.failing = 'never'
  fixture.alipay.refundsBecome = 'failed'
  const { id, no } = await fixture.paid()
  fixture.product.failing = null
  await refund(id)
  await fixture.pass(48 * hour, hour)
  expect(await fixture.view(id)).toMatchObject({ status: 'paid', fulfilled: false, refunded: 0 })
  expect(await fixture.alerts()).toEqual(['cannot-fulfil', 'refund-failed', 'refund-failed'])
  fixture.alipay.refundsBecome = 'done'
  await refund(id)
  await fixture.runDue()
  expect((await fixture.view(id)).status).toBe('refunded')
  expect(backAt(no)).toEqual([price.CNY])
})

test('H8 of a purchase that is delivered, a second order whose refund failed is not delivered as well', async () => {
  const first = await fixture.beginPayment()
  const second = await fixture.beginPayment('alipay', { replaces: first.id })
  await fixture.settle(second.no)
  fixture.alipay.refundsBecome = 'failed'
  await fixture.settle(first.no)
  await fixture.pass(48 * hour, hour)
  expect(await fixture.view(first.id)).toMatchObject({ status: 'paid', fulfilled: false })
  expect(await fixture.alerts()).toEqual(['refund-failed', 'second-payment'])
})

test('H8 of a purchase that is still to be delivered, the order that was paid first is', async () => {
  const first = await fixture.beginPayment()
  const second = await fixture.beginPayment('alipay', { replaces: first.id })
  fixture.product.failing = 'later'
  await fixture.settle(first.no)
  fixture.product.failing = null
  fixture.alipay.refundsBecome = 'failed'
  await fixture.settle(second.no)
  await fixture.pass(hour)
  expect(await fixture.view(first.id)).toMatchObject(delivered)
  expect(await fixture.view(second.id)).toMatchObject({ status: 'paid', fulfilled: false })
})

test('H8 of a purchase whose other order was delivered meanwhile, one that waits to be delivered is not', async () => {
  const first = await fixture.beginPayment()
  const second = await fixture.beginPayment('alipay', { replaces: first.id })
  fixture.product.failing = 'later'
  await fixture.settle(first.no)
  fixture.alipay.break('refund')
  await refund(first.id)
  fixture.product.failing = null
  await fixture.settle(second.no)
  expect(await fixture.view(second.id)).toMatchObject(delivered)
  fixture.alipay.break('refund', false)
  fixture.alipay.refundsBecome = 'failed'
  // The refund fails before the delivery is tried again.
  await fixture.pass(20_000, 1_000)
  expect((await fixture.details(first.id)).refunds).toMatchObject([{ state: 'failed' }])
  expect(await fixture.deliveries(first.id)).toEqual({ delivered: 0, revoked: 0 })
})

test('H3 a second payment whose own refund failed is refunded by the operator, and the order stays', async () => {
  const { id, first, second } = await fixture.twoAttempts()
  await fixture.settle(second)
  fixture.alipay.refundsBecome = 'failed'
  await fixture.settle(first)
  expect((await fixture.details(id)).refunds).toMatchObject([{ state: 'failed', amount: price.CNY }])
  fixture.alipay.refundsBecome = 'done'
  const attempt = await attemptOf(id, first)
  expect(codeOf(await refund(id, { attempt, amount: price.CNY + 1 }))).toBe('refund.too_much')
  expect((await refund(id, { attempt })).json<OrderDetails>().refunds).toMatchObject([
    { attempt },
    { attempt },
  ])
  await fixture.runDue()
  expect(codeOf(await refund(id, { attempt }))).toBe('refund.too_much')
  expect([backAt(first), backAt(second)]).toEqual([[price.CNY], []])
  expect(await fixture.view(id)).toMatchObject(delivered)
})

test('H3 the attempt that paid the order counts as the order: its full refund revokes the purchase', async () => {
  const { id, no } = await fixture.paid()
  const attempt = await attemptOf(id, no)
  await refund(id, { attempt })
  await fixture.runDue()
  expect(await fixture.view(id)).toMatchObject({ status: 'refunded', refunded: price.CNY })
  expect(codeOf(await refund(id, { attempt }))).toBe('order.not_paid')
})

test('H3 an attempt without money, or of another order, is not refunded', async () => {
  const [one, other] = [await fixture.beginPayment(), await fixture.paid()]
  expect(codeOf(await refund(one.id, { attempt: await attemptOf(one.id, one.no) }))).toBe('order.not_paid')
  expect(codeOf(await refund(one.id, { attempt: await attemptOf(other.id, other.no) }))).toBe(
    'order.not_found',
  )
})

test('H5 an overpayment is refunded in full and not more, which closes the order', async () => {
  const { id, no } = await fixture.beginPayment()
  await fixture.settle(no, { amount: 5_000 })
  const attempt = await attemptOf(id, no)
  const { attempts } = await fixture.details(id)
  expect(attempts).toMatchObject([
    { id: attempt, state: 'disputed', held: { amount: 5_000, currency: 'CNY' } },
  ])
  expect(codeOf(await refund(id))).toBe('order.not_paid')
  const answers = await Promise.all([1, 2, 3].map(() => refund(id, { attempt, amount: 2_500 })))
  expect(answers.flatMap((answer) => codeOf(answer) ?? [])).toEqual(['refund.too_much'])
  await fixture.runDue()
  expect(backAt(no)).toEqual([2_500, 2_500])
  expect(await fixture.view(id)).toMatchObject({ status: 'closed', refunded: 0 })
  expect((await fixture.pay(id)).json()).toMatchObject({ code: 'order.closed' })
  // ProviderPayment or not: what went back pays nothing.
  fixture.alipay.trade(no).payment = { ...fixture.alipay.pay(no), amount: price.CNY }
  await fixture.operator('POST', `/orders/${id}/check`)
  expect((await fixture.view(id)).status).toBe('closed')
})

test('H5 for a currency that only the provider can refund, the operator is alerted', async () => {
  const { id, no } = await fixture.beginPayment()
  await fixture.settle(no, { currency: 'HKD' })
  expect(codeOf(await refund(id, { attempt: await attemptOf(id, no) }))).toBe('payment.unavailable')
})

test('H5 a payment that counts for another order is not refunded for this one', async () => {
  const paid = await fixture.paid()
  const { reference } = fixture.alipay.pay(paid.no)
  const { id, no } = await fixture.beginPayment()
  await fixture.settle(no, { reference, amount: 1 })
  expect((await fixture.details(id)).attempts).toMatchObject([{ state: 'disputed', held: null }])
  expect(codeOf(await refund(id, { attempt: await attemptOf(id, no) }))).toBe('order.not_paid')
})

test('H5 an order is not paid a second time while other money of it is looked into', async () => {
  const { id, no } = await fixture.beginPayment()
  await fixture.settle(no, { amount: 1 })
  const answer = await fixture.pay(id)
  expect([answer.statusCode, answer.json()]).toMatchObject([424, { code: 'payment.unavailable' }])
  expect((await fixture.details(id)).attempts).toHaveLength(1)
  const twice = await fixture.twoAttempts()
  await fixture.settle(twice.first, { amount: 1 })
  expect(fixture.alipay.trade(twice.second).state).toBe('closed')
  expect((await fixture.pay(twice.id)).json()).toMatchObject({ code: 'order.closed' })
})

test('H3 the same key is the same refund, at once and later; with other contents it is refused', async () => {
  const { id, no } = await fixture.paid()
  const key = newKey()
  const answers = await Promise.all(Array.from({ length: 4 }, () => refund(id, { key, amount: 1_000 })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  await fixture.runDue()
  expect((await refund(id, { key, amount: 1_000 })).statusCode).toBe(200)
  await fixture.runDue()
  expect(backAt(no)).toEqual([1_000])
  for (const other of [{ amount: 999 }, {}, { amount: 1_000, reason: 'else' }]) {
    const answer = await refund(id, { key, ...other })
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'order.key_reused'])
  }
  const another = await fixture.paid()
  expect((await refund(another.id, { key })).statusCode).toBe(200)
})

test('H3 a pending refund that the provider has not made is requested again under its number', async () => {
  const { id, no } = await fixture.paid()
  fixture.alipay.refundsBecome = 'pending'
  await refund(id)
  await fixture.runDue()
  expect((await fixture.details(id)).refunds).toMatchObject([{ state: 'pending' }])
  const made = fixture.alipay.trade(no).refunds
  const [number] = made.keys()
  made.clear()
  fixture.alipay.refundsBecome = 'done'
  await fixture.pass(10_000, 10_000)
  expect((await fixture.details(id)).refunds).toMatchObject([{ state: 'done' }])
  expect([...made.keys()]).toEqual([number])
})

test('H3 the operator is alerted to a refund that is pending for more than a day', async () => {
  const { id } = await fixture.paid()
  fixture.alipay.refundsBecome = 'pending'
  await refund(id)
  await fixture.pass(23 * hour, hour)
  expect(await fixture.alerts()).toEqual([])
  await fixture.pass(3 * hour, hour)
  expect(await fixture.alerts()).toEqual(['refund-pending'])
})
