import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { signIn } from '../../accounts/testing/test-users.ts'
import { type PaymentsFixture, createPaymentsFixture, price } from '../testing/payments-fixture.ts'

let fixture: PaymentsFixture
beforeAll(async () => {
  fixture = await createPaymentsFixture()
})
afterEach(() => fixture.clear())
afterAll(() => fixture.close())

const refund = (id: string, body: object = {}) =>
  fixture.operator('POST', `/orders/${id}/refund`, { reason: 'asked for', ...body })
const codeOf = (answer: { json: <T>() => T }) => answer.json<{ code?: string }>().code
const backAt = (no: string) =>
  [...fixture.alipay.trade(no).refunds.values()]
    .filter(({ said: result }) => result.state !== 'failed')
    .map(({ amount }) => amount)
const minute = 60_000
const hour = 60 * minute

test('H3 a full refund returns everything, revokes the purchase and records who requested it', async () => {
  const { id, no } = await fixture.paid()
  const answer = await refund(id)
  expect(answer.json()).toMatchObject({
    order: { state: 'fulfilled', refunded: 0 },
    refunds: [{ state: 'asked', amount: price.CNY, reason: 'asked for', by: 'operator', done: null }],
  })
  await fixture.runDue()
  expect(await fixture.view(id)).toMatchObject({ status: 'refunded', fulfilled: false, refunded: price.CNY })
  expect(await fixture.deliveries(id)).toEqual({ delivered: 1, revoked: 1 })
  expect(backAt(no)).toEqual([price.CNY])
})

test('H3 parts are counted up; with the last of them the order is refunded', async () => {
  const { id, no } = await fixture.paid()
  await refund(id, { amount: 1_000 })
  await fixture.runDue()
  expect(await fixture.view(id)).toMatchObject({ status: 'paid', fulfilled: true, refunded: 1_000 })
  expect(await fixture.deliveries(id)).toEqual({ delivered: 1, revoked: 0 })
  await refund(id)
  await fixture.runDue()
  expect(await fixture.view(id)).toMatchObject({ status: 'refunded', refunded: price.CNY })
  expect(await fixture.deliveries(id)).toEqual({ delivered: 1, revoked: 1 })
  expect(backAt(no)).toEqual([1_000, price.CNY - 1_000])
})

test('H3 ten refunds at once refund no more than was paid', async () => {
  const { id, no } = await fixture.paid()
  const answers = await Promise.all(Array.from({ length: 10 }, () => refund(id, { amount: 1_000 })))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
  expect(answers.flatMap((answer) => codeOf(answer) ?? [])).toEqual(Array(8).fill('refund.too_much'))
  await fixture.runDue()
  expect(backAt(no)).toEqual([1_000, 1_000])
  expect(codeOf(await refund(id, { amount: price.CNY }))).toBe('refund.too_much')
})

test('H3 a refund of an unpaid, already refunded or unknown order is refused', async () => {
  const { id } = await fixture.beginPayment()
  expect(codeOf(await refund(id))).toBe('order.not_paid')
  await fixture.call('POST', `/orders/${id}/close`)
  expect(codeOf(await refund(id))).toBe('order.not_paid')
  const paid = await fixture.paid()
  await refund(paid.id)
  expect(codeOf(await refund(paid.id))).toBe('refund.too_much')
  await fixture.runDue()
  expect(codeOf(await refund(paid.id))).toBe('order.not_paid')
  const answer = await refund(crypto.randomUUID())
  expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'order.not_found'])
})

test.each(['silent', 'lost'] as const)(
  'H3 a refund whose answer is %s is asked for again under the same number, and paid once',
  async (fault) => {
    const { id, no } = await fixture.paid()
    fixture.alipay.fail('refund', fault)
    await refund(id)
    await fixture.runDue()
    expect((await fixture.details(id)).refunds).toMatchObject([{ state: 'asked', done: null }])
    await fixture.pass(10_000)
    const tries = fixture.alipay.calls.filter(({ call }) => call === 'refund')
    expect(tries).toHaveLength(2)
    expect(new Set(tries.map((one) => one.no)).size).toBe(1)
    expect(backAt(no)).toEqual([price.CNY])
    expect((await fixture.view(id)).status).toBe('refunded')
    expect(await fixture.deliveries(id)).toEqual({ delivered: 1, revoked: 1 })
  },
)

test('H3 several janitors at once pay a refund back once', async () => {
  const { id, no } = await fixture.paid()
  await refund(id)
  await Promise.all(Array.from({ length: 4 }, () => fixture.runDue()))
  expect(backAt(no)).toEqual([price.CNY])
  expect(await fixture.deliveries(id)).toEqual({ delivered: 1, revoked: 1 })
})

test('H3 a refund the provider works on is not there until it is; a notify has it asked at once', async () => {
  const { id, no } = await fixture.paid()
  fixture.alipay.refundsBecome = 'pending'
  await refund(id)
  await fixture.pass(hour, 60_000)
  expect((await fixture.details(id)).refunds).toMatchObject([{ state: 'pending', done: null }])
  expect((await fixture.view(id)).status).toBe('paid')
  for (const one of fixture.alipay.trade(no).refunds.values()) one.said = { state: 'done', reference: 'back' }
  await fixture.notify(fixture.alipay.notify(no, { kind: 'REFUND', money: null }))
  await fixture.runDue()
  expect((await fixture.view(id)).status).toBe('refunded')
})

test('H3 a permanently failed refund alerts the operator, revokes nothing, and can be requested again', async () => {
  const { id, no } = await fixture.paid()
  fixture.alipay.refundsBecome = 'failed'
  await refund(id)
  await fixture.runDue()
  expect((await fixture.details(id)).refunds).toMatchObject([{ state: 'failed', problem: 'ACCOUNT_CLOSED' }])
  expect(await fixture.alerts()).toEqual(['refund-failed'])
  expect(await fixture.view(id)).toMatchObject({ status: 'paid', fulfilled: true, refunded: 0 })
  fixture.alipay.refundsBecome = 'done'
  await refund(id)
  await fixture.runDue()
  expect((await fixture.details(id)).refunds).toMatchObject([{ state: 'failed' }, { state: 'done' }])
  expect(backAt(no)).toEqual([price.CNY])
  expect((await fixture.view(id)).status).toBe('refunded')
})

test('H3 a refund refused temporarily alerts the operator and is retried', async () => {
  const { id } = await fixture.paid()
  fixture.alipay.fail('refund', 'refused')
  await refund(id)
  await fixture.runDue()
  expect((await fixture.details(id)).refunds).toMatchObject([{ state: 'asked', problem: 'NO' }])
  expect(await fixture.alerts()).toEqual(['refund-refused'])
  await fixture.pass(10_000)
  expect((await fixture.view(id)).status).toBe('refunded')
})

test('H3 a refund without an answer is repeated under its number, and alerts the operator after an hour until it is made', async () => {
  const { id } = await fixture.paid()
  fixture.alipay.break('refund')
  await refund(id)
  await fixture.pass(50 * minute, minute)
  expect(await fixture.alerts()).toEqual([])
  await fixture.pass(hour, 30 * minute)
  expect(await fixture.alerts()).toEqual(['refund-pending'])
  expect(new Set(fixture.alipay.calls.flatMap(({ call, no }) => (call === 'refund' ? no : []))).size).toBe(1)
  fixture.alipay.break('refund', false)
  await fixture.pass(2 * hour, hour)
  expect((await fixture.view(id)).status).toBe('refunded')
  expect(await fixture.alerts()).toEqual([])
})

test('H3 a revocation that fails is retried until it succeeds, and the operator is alerted', async () => {
  const { id, no } = await fixture.paid()
  fixture.product.failingRevoke = true
  await refund(id)
  await fixture.runDue()
  expect(await fixture.view(id)).toMatchObject({ status: 'paid', fulfilled: true, refunded: 0 })
  expect(await fixture.deliveries(id)).toEqual({ delivered: 1, revoked: 0 })
  expect(await fixture.alerts()).toEqual(['not-revoked'])
  fixture.product.failingRevoke = false
  await fixture.pass(10_000)
  expect(await fixture.view(id)).toMatchObject({ status: 'refunded', refunded: price.CNY })
  expect(await fixture.deliveries(id)).toEqual({ delivered: 1, revoked: 1 })
  expect(backAt(no)).toEqual([price.CNY])
})

test('H3 a full refund of an unfulfilled order stops the fulfilment attempts', async () => {
  fixture.product.failing = 'later'
  const { id } = await fixture.paid()
  fixture.alipay.break('refund')
  await refund(id)
  fixture.product.failing = null
  await fixture.pass(hour, 60_000)
  expect(await fixture.deliveries(id)).toEqual({ delivered: 0, revoked: 0 })
  fixture.alipay.break('refund', false)
  await fixture.pass(hour)
  expect((await fixture.view(id)).status).toBe('refunded')
  expect(await fixture.deliveries(id)).toEqual({ delivered: 0, revoked: 0 })
})

test('C12 an op’s refund bears their SteamID', async () => {
  const op = await signIn(fixture.context, '76561197960265999', { groups: ['op'], secondFactor: 'shown' })
  const { id } = await fixture.paid()
  const url = `/api/operator/orders/${id}/refund`
  const answer = await fixture.app.inject({
    method: 'POST',
    url,
    headers: op.headers,
    payload: { reason: 'x' },
  })
  expect(answer.json()).toMatchObject({ refunds: [{ by: op.steamId }] })
})
