import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { paymentWindowMs } from '@clutch/contract/limits.ts'
import { type PaymentsFixture, createPaymentsFixture } from '../testing/payments-fixture.ts'

let fixture: PaymentsFixture
beforeAll(async () => {
  fixture = await createPaymentsFixture()
})
afterEach(() => fixture.clear())
afterAll(() => fixture.close())

const codeOf = (answer: { json: <T>() => T }) => answer.json<{ code: string }>().code
const begins = () => fixture.alipay.calls.filter(({ call }) => call === 'begin').map(({ no }) => no)
const states = async (id: string) => (await fixture.details(id)).attempts.map(({ state }) => state)

test('H2 paying answers the provider’s place and the rest of the eight minutes', async () => {
  const id = await fixture.order()
  const answer = await fixture.pay(id)
  const no = await fixture.attemptNo(id)
  expect(no).toMatch(/^[0-9a-f]{32}$/)
  const paymentUrl = `https://scripted.example/pay/${no}`
  expect(answer.json()).toEqual({ payment_url: paymentUrl, expiresIn: paymentWindowMs })
  fixture.context.clock.advance(60_000)
  expect((await fixture.view(id)).payment).toEqual({
    payment_url: paymentUrl,
    expiresIn: paymentWindowMs - 60_000,
  })
})

test('H2 of eight payments at once and one after there is one attempt and one place', async () => {
  const id = await fixture.order()
  const answers = await Promise.all(Array.from({ length: 8 }, () => fixture.pay(id)))
  const after = await fixture.pay(id)
  const places = [...answers, after].map((answer) => answer.json<{ payment_url: string }>().payment_url)
  expect(new Set(places).size).toBe(1)
  expect(await states(id)).toEqual(['open'])
  expect(new Set(begins()).size).toBe(1)
  const steps = (await fixture.details(id)).steps.filter(({ to }) => to === 'open')
  expect(steps).toHaveLength(2)
})

test('H7 an order is paid by the method its price was made for', async () => {
  const id = await fixture.order()
  const answer = await fixture.pay(id, 'paypal')
  expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'order.other_method'])
  expect(await states(id)).toEqual([])
})

test.each(['silent', 'lost'] as const)(
  'H5 a provider that is %s while a payment begins may have begun it: tried again it has the same number',
  async (fault) => {
    const id = await fixture.order()
    fixture.alipay.fail('begin', fault)
    const first = await fixture.pay(id)
    expect([first.statusCode, codeOf(first)]).toEqual([424, 'payment.unavailable'])
    expect(await states(id)).toEqual(['creating'])
    expect((await fixture.view(id)).payment).toBeNull()
    const again = await fixture.pay(id)
    expect(again.statusCode).toBe(200)
    expect(new Set(begins())).toEqual(new Set([await fixture.attemptNo(id)]))
    expect(await states(id)).toEqual(['open'])
  },
)

test('H5 a payment that was begun without an answer and paid is found, and not begun again', async () => {
  const id = await fixture.order()
  fixture.alipay.fail('begin', 'lost')
  await fixture.pay(id)
  fixture.alipay.pay(await fixture.attemptNo(id))
  fixture.alipay.fail('begin', 'refused')
  expect(codeOf(await fixture.pay(id))).toBe('order.already_paid')
  expect(await fixture.view(id)).toMatchObject({ status: 'paid', fulfilled: true })
})

test('H2 a payment the provider refuses can be tried again, under another number', async () => {
  const id = await fixture.order()
  fixture.alipay.fail('begin', 'refused')
  const first = await fixture.pay(id)
  expect([first.statusCode, codeOf(first)]).toEqual([424, 'payment.refused'])
  expect((await fixture.pay(id)).statusCode).toBe(200)
  expect(await states(id)).toEqual(['failed', 'open'])
  expect(new Set(begins()).size).toBe(2)
})

test('H5 a refused begin that was begun by another request at once is that one', async () => {
  const id = await fixture.order()
  fixture.alipay.during('begin', async () => {
    fixture.alipay.fail('begin', 'refused')
    const other = await fixture.pay(id)
    expect(codeOf(other)).toBe('payment.refused')
  })
  // The first call’s answer comes after its attempt was given up: it is not sent to pay by it.
  expect(codeOf(await fixture.pay(id))).toBe('payment.unavailable')
  expect(await states(id)).toEqual(['failed'])
})

test('H4 after the eight minutes an attempt is closed at the provider, and the order with it', async () => {
  const { id } = await fixture.beginPayment()
  fixture.context.clock.advance(paymentWindowMs)
  expect((await fixture.view(id)).payment).toBeNull()
  const answer = await fixture.pay(id)
  expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'order.closed'])
  expect(await states(id)).toEqual(['closed'])
  expect((await fixture.view(id)).status).toBe('closed')
})

test('H4 while the provider does not say whether it is closed, nothing else is begun', async () => {
  const { id } = await fixture.beginPayment()
  fixture.context.clock.advance(paymentWindowMs)
  fixture.alipay.break('close')
  expect(codeOf(await fixture.pay(id))).toBe('payment.unavailable')
  expect(await states(id)).toEqual(['closing'])
  fixture.alipay.break('close', false)
  await fixture.pass(10_000)
  expect(await states(id)).toEqual(['closed'])
})

test('H2 a paid order is not paid again, a closed one not at all', async () => {
  const { id } = await fixture.paid()
  expect(codeOf(await fixture.pay(id))).toBe('order.already_paid')
  const other = await fixture.order()
  await fixture.call('POST', `/orders/${other}/close`)
  expect(codeOf(await fixture.pay(other))).toBe('order.closed')
  expect(await states(other)).toEqual([])
})

test('H8 a payment whose begin ends after the order was given up is not handed out', async () => {
  const id = await fixture.order()
  fixture.alipay.during('begin', async () => {
    await fixture.call('POST', `/orders/${id}/close`)
  })
  expect(codeOf(await fixture.pay(id))).toBe('order.closed')
  expect(await states(id)).toEqual(['closed'])
})
