import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { paymentWindowMs } from '@clutch/contract/limits.ts'
import { type PaymentsFixture, createPaymentsFixture, price } from '../testing/payments-fixture.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let fixture: PaymentsFixture
beforeAll(async () => {
  fixture = await createPaymentsFixture()
})
afterEach(() => fixture.clear())
afterAll(() => fixture.close())

const once = { delivered: 1, revoked: 0 }
const states = async (id: string) => (await fixture.details(id)).attempts.map(({ state }) => state)
const paidOnce = { status: 'paid', fulfilled: true, ...once, paidSteps: 2, fulfilledSteps: 1 }
/** What became of an order, and in how many steps of it and its attempts. */
async function outcome(id: string) {
  const { status, fulfilled } = await fixture.view(id)
  const { steps } = await fixture.details(id)
  const count = (state: string) => steps.filter(({ to }) => to === state).length
  const counts = { paidSteps: count('paid'), fulfilledSteps: count('fulfilled') }
  return { status, fulfilled, ...(await fixture.deliveries(id)), ...counts }
}

test('H5 eight notifies at once, of the same event and of others, pay and deliver an order once', async () => {
  const { id, no } = await fixture.beginPayment()
  const payment = fixture.alipay.pay(no)
  const same = fixture.alipay.notify(no, { event: 'one' })
  const notifies = Array.from({ length: 8 }, (_, index) => (index % 2 ? same : fixture.alipay.notify(no)))
  const answers = await Promise.all(notifies.map((raw) => fixture.notify(raw)))
  expect(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).toEqual(Array(8).fill('200 success'))
  expect(answers[0]?.headers['content-type']).toBe('text/plain')
  await Promise.all(Array.from({ length: 4 }, () => fixture.runDue()))
  expect(await outcome(id)).toEqual(paidOnce)
  expect(await fixture.view(id)).toMatchObject({
    reference: payment.reference,
    paid: fixture.context.clock.now().getTime(),
  })
  expect((await fixture.details(id)).events).toHaveLength(5)
})

test('H5 notify, return, poll and operator at once pay and deliver once', async () => {
  const { id, no } = await fixture.beginPayment()
  fixture.alipay.pay(no)
  await Promise.all([
    ...Array.from({ length: 3 }, () =>
      fixture.notify(fixture.alipay.notify(no)).then(() => fixture.runDue()),
    ),
    ...Array.from({ length: 3 }, () => fixture.call('POST', `/orders/${id}/check`)),
    fixture.call('POST', `/orders/${id}/close`),
    fixture.operator('POST', `/orders/${id}/check`),
    fixture.operator('POST', `/orders/${id}/fulfil`),
    fixture.pay(id),
  ])
  await fixture.runDue()
  expect(await outcome(id)).toEqual(paidOnce)
})

test('H5 a notify that comes before the answer of the provider to the begin', async () => {
  const id = await fixture.order()
  fixture.alipay.during('begin', async () => {
    const no = await fixture.attemptNo(id)
    fixture.alipay.pay(no)
    await fixture.notify(fixture.alipay.notify(no))
    await fixture.runDue()
  })
  const answer = await fixture.pay(id)
  expect(answer.json()).toMatchObject({ code: 'order.already_paid' })
  expect(await outcome(id)).toEqual(paidOnce)
})

test('H5 a payment without a webhook is found', async () => {
  const { id, no } = await fixture.beginPayment()
  fixture.alipay.pay(no)
  expect(await fixture.runDue()).toBe(0)
  expect((await fixture.view(id)).status).toBe('open')
  await fixture.pass(15_000)
  expect(await outcome(id)).toEqual(paidOnce)
})

test('H5 a payment in the last second is found while the attempt is closed', async () => {
  const { id, no } = await fixture.beginPayment()
  await fixture.pass(paymentWindowMs - 1_000, 1_000)
  fixture.alipay.pay(no)
  await fixture.pass(1_000)
  expect(await outcome(id)).toEqual(paidOnce)
})

test.each([
  ['an hour', hour],
  ['a day', day],
  ['a week', 7 * day],
])(
  'H5 a payment of an order that was closed is found without a notify, %s later, and honoured',
  async (_, late) => {
    const { id, no } = await fixture.beginPayment()
    await fixture.pass(paymentWindowMs)
    expect((await fixture.view(id)).status).toBe('closed')
    // Each look before finds nothing.
    await fixture.pass(late - minute, (late - minute) / 4)
    fixture.alipay.pay(no, { force: true })
    await fixture.pass(2 * minute)
    expect(await outcome(id)).toEqual(paidOnce)
  },
)

test('H5 after a week the provider is not asked any more, and a webhook is still honoured', async () => {
  const { id, no } = await fixture.beginPayment()
  await fixture.pass(8 * day, hour)
  expect((await fixture.details(id)).attempts).toMatchObject([{ state: 'closed', next: null }])
  fixture.alipay.calls.length = 0
  await fixture.pass(30 * day, day)
  expect(fixture.alipay.calls).toEqual([])
  fixture.alipay.pay(no, { force: true })
  await fixture.notify(fixture.alipay.notify(no))
  await fixture.runDue()
  expect(await outcome(id)).toEqual(paidOnce)
})

test('H5 a notify after the order was closed', async () => {
  const { id, no } = await fixture.beginPayment()
  await fixture.call('POST', `/orders/${id}/close`)
  fixture.alipay.pay(no, { force: true })
  await fixture.notify(fixture.alipay.notify(no))
  await fixture.runDue()
  expect(await outcome(id)).toEqual(paidOnce)
})

test('H5 a notify that comes while the provider is asked is not lost', async () => {
  const { id, no } = await fixture.beginPayment()
  fixture.context.clock.advance(15_000)
  fixture.alipay.during('ask', async () => {
    fixture.alipay.pay(no)
    await fixture.notify(fixture.alipay.notify(no))
  })
  await fixture.runDue()
  expect(await outcome(id)).toEqual(paidOnce)
})

test.each([
  ['less', { amount: 1 }],
  ['more', { amount: price.CNY + 1 }],
  ['another currency', { currency: 'USD' }],
])('H5 %s than requested pays nothing and alerts the operator', async (_, money) => {
  const { id, no } = await fixture.beginPayment()
  fixture.alipay.pay(no, money)
  await fixture.notify(fixture.alipay.notify(no, { money: null }))
  await fixture.runDue()
  expect(await states(id)).toEqual(['disputed'])
  expect(await fixture.view(id)).toMatchObject({ status: 'open', paid: null, fulfilled: false })
  expect(await fixture.alerts()).toEqual(['wrong-money'])
  await fixture.pass(hour, 10 * minute)
  expect(await fixture.deliveries(id)).toEqual({ delivered: 0, revoked: 0 })
  expect((await fixture.view(id)).status).toBe('closed')
})

test('H5 one payment pays one attempt: its number again alerts the operator', async () => {
  const paid = await fixture.paid()
  const { reference } = fixture.alipay.trade(paid.no).payment ?? {}
  const { id, no } = await fixture.beginPayment()
  fixture.alipay.pay(no, { reference: reference ?? '' })
  await fixture.pass(15_000)
  expect(await states(id)).toEqual(['disputed'])
  expect(await fixture.alerts()).toEqual(['payment-twice'])
})

test('H8 of two attempts of an order that are both paid, one pays it and the other is refunded', async () => {
  const id = await fixture.order()
  fixture.alipay.fail('begin', 'refused')
  await fixture.pay(id)
  const first = await fixture.attemptNo(id)
  await fixture.pay(id)
  const second = await fixture.attemptNo(id)
  // The provider said no to the first, and had begun it all the same.
  fixture.alipay.trades.set(first, {
    ...fixture.alipay.trade(second),
    no: first,
    payment: null,
    refunds: new Map(),
  })
  fixture.alipay.pay(second)
  fixture.alipay.pay(first)
  await Promise.all([
    fixture.notify(fixture.alipay.notify(first)),
    fixture.notify(fixture.alipay.notify(second)),
  ])
  await Promise.all([fixture.runDue(), fixture.runDue()])
  await fixture.runDue()
  expect(await states(id)).toEqual(['paid', 'paid'])
  expect(await fixture.view(id)).toMatchObject({ status: 'paid', fulfilled: true, refunded: 0 })
  expect(await fixture.deliveries(id)).toEqual(once)
  const { refunds, order } = await fixture.details(id)
  expect(refunds).toMatchObject([{ state: 'done', amount: price.CNY, by: 'portal' }])
  const backed = [first, second].filter((no) => fixture.alipay.trade(no).refunds.size > 0)
  expect(backed).toHaveLength(1)
  const [paying] = [first, second].filter((no) => !backed.includes(no))
  expect(order.reference).toBe(fixture.alipay.trade(paying ?? '').payment?.reference)
  expect(await fixture.alerts()).toEqual(['second-payment'])
})

test('H8 when one attempt has paid, the one that is still open is closed', async () => {
  const id = await fixture.order()
  fixture.alipay.fail('begin', 'refused')
  await fixture.pay(id)
  const first = await fixture.attemptNo(id)
  await fixture.pay(id)
  const second = await fixture.attemptNo(id)
  fixture.alipay.trades.set(first, { ...fixture.alipay.trade(second), no: first, refunds: new Map() })
  fixture.alipay.pay(first)
  await fixture.notify(fixture.alipay.notify(first))
  await fixture.runDue()
  expect(await states(id)).toEqual(['paid', 'closed'])
  expect(fixture.alipay.trade(second).state).toBe('closed')
  expect(await outcome(id)).toEqual(paidOnce)
})

test('H5 what the buyer agreed to at PayPal is collected for an order that waits, and never for one that is closed', async () => {
  const { id, no } = await fixture.beginPayment('paypal')
  fixture.paypal.approve(no)
  await fixture.pass(15_000)
  expect(await outcome(id)).toEqual(paidOnce)
  const other = await fixture.beginPayment('paypal')
  await fixture.call('POST', `/orders/${other.id}/close`)
  fixture.paypal.approve(other.no)
  await fixture.pass(8 * day, hour)
  expect(fixture.paypal.trade(other.no).state).toBe('approved')
  expect((await fixture.view(other.id)).status).toBe('closed')
})

test('H5 money on its way is not there: the order is not paid, and not closed either', async () => {
  const { id, no } = await fixture.beginPayment()
  fixture.alipay.trade(no).state = 'pending'
  await fixture.pass(day, 10 * minute)
  expect(await states(id)).toEqual(['closing'])
  expect(await fixture.view(id)).toMatchObject({ status: 'open', payment: null })
  fixture.alipay.pay(no)
  await fixture.pass(hour)
  expect(await outcome(id)).toEqual(paidOnce)
})

test('H5 a silent provider changes nothing, is asked again and, after a while, alerts the operator', async () => {
  const { id, no } = await fixture.beginPayment()
  fixture.alipay.break('ask')
  fixture.alipay.break('close')
  await fixture.pass(paymentWindowMs, 5_000)
  expect(await states(id)).toEqual(['open'])
  expect((await fixture.view(id)).status).toBe('open')
  expect(await fixture.alerts()).toEqual(['provider-silent'])
  fixture.alipay.pay(no)
  fixture.alipay.break('ask', false)
  await fixture.pass(hour)
  expect(await outcome(id)).toEqual(paidOnce)
})

test('H5 what the provider never knew is closed a minute after its time, not before', async () => {
  const id = await fixture.order()
  fixture.alipay.fail('begin')
  await fixture.pay(id)
  await fixture.pass(paymentWindowMs, 15_000)
  expect(await states(id)).toEqual(['closing'])
  expect((await fixture.view(id)).status).toBe('open')
  await fixture.pass(2 * minute, 5_000)
  expect(await states(id)).toEqual(['closed'])
  expect((await fixture.view(id)).status).toBe('closed')
})

test('H5 an outdated answer never changes a final state: refused, logged once', async () => {
  const { id, no } = await fixture.paid()
  const trade = fixture.alipay.trade(no)
  for (const state of ['unpaid', 'pending', 'closed', 'closed'] as const) {
    trade.state = state
    await fixture.operator('POST', `/orders/${id}/check`)
  }
  fixture.alipay.trades.delete(no)
  await fixture.operator('POST', `/orders/${id}/check`)
  fixture.alipay.fail('ask')
  await fixture.operator('POST', `/orders/${id}/check`)
  expect(await outcome(id)).toEqual(paidOnce)
  const { steps, attempts } = await fixture.details(id)
  expect(attempts).toMatchObject([{ state: 'paid', next: null }])
  expect(steps.filter(({ reason }) => reason.startsWith('refused'))).toMatchObject([
    { thing: no, from: 'paid', to: 'closed', reason: 'refused: the provider has closed it' },
  ])
})

test('H5 an answer that was overtaken by another does not undo it', async () => {
  const { id, no } = await fixture.beginPayment()
  fixture.context.clock.advance(15_000)
  fixture.alipay.during('ask', async () => {
    fixture.alipay.pay(no)
    await fixture.call('POST', `/orders/${id}/check`)
  })
  // This one was asked first and answers last: unpaid.
  await fixture.runDue()
  expect(await outcome(id)).toEqual(paidOnce)
  expect((await fixture.details(id)).attempts).toMatchObject([{ state: 'paid', next: null }])
})

test('H5 an order without a payment attempt is closed after half an hour', async () => {
  const id = await fixture.order()
  await fixture.pass(30 * minute - 1_000)
  expect((await fixture.view(id)).status).toBe('open')
  await fixture.pass(1_000)
  expect((await fixture.view(id)).status).toBe('closed')
})
