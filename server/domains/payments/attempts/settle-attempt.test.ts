import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { paymentWindowMs } from '@clutch/contract/limits.ts'
import { type Shop, openShop, price } from '../testing/shop.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterEach(() => shop.clear())
afterAll(() => shop.close())

const once = { delivered: 1, revoked: 0 }
const states = async (id: string) => (await shop.file(id)).attempts.map(({ state }) => state)
const paidOnce = { status: 'paid', fulfilled: true, ...once, paidSteps: 2, fulfilledSteps: 1 }
/** What became of an order, and in how many steps of it and its attempts. */
async function outcome(id: string) {
  const { status, fulfilled } = await shop.told(id)
  const { steps } = await shop.file(id)
  const count = (state: string) => steps.filter(({ to }) => to === state).length
  const counts = { paidSteps: count('paid'), fulfilledSteps: count('fulfilled') }
  return { status, fulfilled, ...(await shop.deliveries(id)), ...counts }
}

test('H5 eight notifies at once, of the same event and of others, pay and deliver an order once', async () => {
  const { id, no } = await shop.begun()
  const payment = shop.alipay.pay(no)
  const same = shop.alipay.notify(no, { event: 'one' })
  const notifies = Array.from({ length: 8 }, (_, index) => (index % 2 ? same : shop.alipay.notify(no)))
  const answers = await Promise.all(notifies.map((raw) => shop.notify(raw)))
  expect(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).toEqual(Array(8).fill('200 success'))
  expect(answers[0]?.headers['content-type']).toBe('text/plain')
  await Promise.all(Array.from({ length: 4 }, () => shop.runDue()))
  expect(await outcome(id)).toEqual(paidOnce)
  expect(await shop.told(id)).toMatchObject({
    reference: payment.reference,
    paid: shop.context.clock.now().getTime(),
  })
  expect((await shop.file(id)).events).toHaveLength(5)
})

test('H5 notify, return, poll and operator at once pay and deliver once', async () => {
  const { id, no } = await shop.begun()
  shop.alipay.pay(no)
  await Promise.all([
    ...Array.from({ length: 3 }, () => shop.notify(shop.alipay.notify(no)).then(() => shop.runDue())),
    ...Array.from({ length: 3 }, () => shop.call('POST', `/orders/${id}/check`)),
    shop.call('POST', `/orders/${id}/close`),
    shop.operator('POST', `/orders/${id}/check`),
    shop.operator('POST', `/orders/${id}/fulfil`),
    shop.pay(id),
  ])
  await shop.runDue()
  expect(await outcome(id)).toEqual(paidOnce)
})

test('H5 a notify that comes before the answer of the provider to the begin', async () => {
  const id = await shop.order()
  shop.alipay.during('begin', async () => {
    const no = await shop.noOf(id)
    shop.alipay.pay(no)
    await shop.notify(shop.alipay.notify(no))
    await shop.runDue()
  })
  const answer = await shop.pay(id)
  expect(answer.json()).toMatchObject({ code: 'order.already_paid' })
  expect(await outcome(id)).toEqual(paidOnce)
})

test('H5 a payment without a webhook is found', async () => {
  const { id, no } = await shop.begun()
  shop.alipay.pay(no)
  expect(await shop.runDue()).toBe(0)
  expect((await shop.told(id)).status).toBe('open')
  await shop.pass(15_000)
  expect(await outcome(id)).toEqual(paidOnce)
})

test('H5 a payment in the last second is found while the attempt is closed', async () => {
  const { id, no } = await shop.begun()
  await shop.pass(paymentWindowMs - 1_000, 1_000)
  shop.alipay.pay(no)
  await shop.pass(1_000)
  expect(await outcome(id)).toEqual(paidOnce)
})

test.each([
  ['an hour', hour],
  ['a day', day],
  ['a week', 7 * day],
])(
  'H5 a payment of an order that was closed is found without a notify, %s later, and honoured',
  async (_, late) => {
    const { id, no } = await shop.begun()
    await shop.pass(paymentWindowMs)
    expect((await shop.told(id)).status).toBe('closed')
    // Each look before finds nothing.
    await shop.pass(late - minute, (late - minute) / 4)
    shop.alipay.pay(no, { force: true })
    await shop.pass(2 * minute)
    expect(await outcome(id)).toEqual(paidOnce)
  },
)

test('H5 after a week the provider is not asked any more, and a webhook is still honoured', async () => {
  const { id, no } = await shop.begun()
  await shop.pass(8 * day, hour)
  expect((await shop.file(id)).attempts).toMatchObject([{ state: 'closed', next: null }])
  shop.alipay.calls.length = 0
  await shop.pass(30 * day, day)
  expect(shop.alipay.calls).toEqual([])
  shop.alipay.pay(no, { force: true })
  await shop.notify(shop.alipay.notify(no))
  await shop.runDue()
  expect(await outcome(id)).toEqual(paidOnce)
})

test('H5 a notify after the order was closed', async () => {
  const { id, no } = await shop.begun()
  await shop.call('POST', `/orders/${id}/close`)
  shop.alipay.pay(no, { force: true })
  await shop.notify(shop.alipay.notify(no))
  await shop.runDue()
  expect(await outcome(id)).toEqual(paidOnce)
})

test('H5 a notify that comes while the provider is asked is not lost', async () => {
  const { id, no } = await shop.begun()
  shop.context.clock.advance(15_000)
  shop.alipay.during('ask', async () => {
    shop.alipay.pay(no)
    await shop.notify(shop.alipay.notify(no))
  })
  await shop.runDue()
  expect(await outcome(id)).toEqual(paidOnce)
})

test.each([
  ['less', { amount: 1 }],
  ['more', { amount: price.CNY + 1 }],
  ['another currency', { currency: 'USD' }],
])('H5 %s than requested pays nothing and alerts the operator', async (_, money) => {
  const { id, no } = await shop.begun()
  shop.alipay.pay(no, money)
  await shop.notify(shop.alipay.notify(no, { money: null }))
  await shop.runDue()
  expect(await states(id)).toEqual(['disputed'])
  expect(await shop.told(id)).toMatchObject({ status: 'open', paid: null, fulfilled: false })
  expect(await shop.alerts()).toEqual(['wrong-money'])
  await shop.pass(hour, 10 * minute)
  expect(await shop.deliveries(id)).toEqual({ delivered: 0, revoked: 0 })
  expect((await shop.told(id)).status).toBe('closed')
})

test('H5 one payment pays one attempt: its number again alerts the operator', async () => {
  const paid = await shop.paid()
  const { reference } = shop.alipay.trade(paid.no).payment ?? {}
  const { id, no } = await shop.begun()
  shop.alipay.pay(no, { reference: reference ?? '' })
  await shop.pass(15_000)
  expect(await states(id)).toEqual(['disputed'])
  expect(await shop.alerts()).toEqual(['payment-twice'])
})

test('H8 of two attempts of an order that are both paid, one pays it and the other is paid back', async () => {
  const id = await shop.order()
  shop.alipay.fail('begin', 'refused')
  await shop.pay(id)
  const first = await shop.noOf(id)
  await shop.pay(id)
  const second = await shop.noOf(id)
  // The provider said no to the first, and had begun it all the same.
  shop.alipay.trades.set(first, {
    ...shop.alipay.trade(second),
    no: first,
    payment: null,
    refunds: new Map(),
  })
  shop.alipay.pay(second)
  shop.alipay.pay(first)
  await Promise.all([shop.notify(shop.alipay.notify(first)), shop.notify(shop.alipay.notify(second))])
  await Promise.all([shop.runDue(), shop.runDue()])
  await shop.runDue()
  expect(await states(id)).toEqual(['paid', 'paid'])
  expect(await shop.told(id)).toMatchObject({ status: 'paid', fulfilled: true, refunded: 0 })
  expect(await shop.deliveries(id)).toEqual(once)
  const { refunds, order } = await shop.file(id)
  expect(refunds).toMatchObject([{ state: 'done', amount: price.CNY, by: 'portal' }])
  const backed = [first, second].filter((no) => shop.alipay.trade(no).refunds.size > 0)
  expect(backed).toHaveLength(1)
  const [paying] = [first, second].filter((no) => !backed.includes(no))
  expect(order.reference).toBe(shop.alipay.trade(paying ?? '').payment?.reference)
  expect(await shop.alerts()).toEqual(['second-payment'])
})

test('H8 when one attempt has paid, the one that is still open is closed', async () => {
  const id = await shop.order()
  shop.alipay.fail('begin', 'refused')
  await shop.pay(id)
  const first = await shop.noOf(id)
  await shop.pay(id)
  const second = await shop.noOf(id)
  shop.alipay.trades.set(first, { ...shop.alipay.trade(second), no: first, refunds: new Map() })
  shop.alipay.pay(first)
  await shop.notify(shop.alipay.notify(first))
  await shop.runDue()
  expect(await states(id)).toEqual(['paid', 'closed'])
  expect(shop.alipay.trade(second).state).toBe('closed')
  expect(await outcome(id)).toEqual(paidOnce)
})

test('H5 what the buyer agreed to at PayPal is collected for an order that waits, and never for one that is closed', async () => {
  const { id, no } = await shop.begun('paypal')
  shop.paypal.approve(no)
  await shop.pass(15_000)
  expect(await outcome(id)).toEqual(paidOnce)
  const other = await shop.begun('paypal')
  await shop.call('POST', `/orders/${other.id}/close`)
  shop.paypal.approve(other.no)
  await shop.pass(8 * day, hour)
  expect(shop.paypal.trade(other.no).state).toBe('approved')
  expect((await shop.told(other.id)).status).toBe('closed')
})

test('H5 money on its way is not there: the order is not paid, and not closed either', async () => {
  const { id, no } = await shop.begun()
  shop.alipay.trade(no).state = 'pending'
  await shop.pass(day, 10 * minute)
  expect(await states(id)).toEqual(['closing'])
  expect(await shop.told(id)).toMatchObject({ status: 'open', payment: null })
  shop.alipay.pay(no)
  await shop.pass(hour)
  expect(await outcome(id)).toEqual(paidOnce)
})

test('H5 a silent provider changes nothing, is asked again and, after a while, alerts the operator', async () => {
  const { id, no } = await shop.begun()
  shop.alipay.break('ask')
  shop.alipay.break('close')
  await shop.pass(paymentWindowMs, 5_000)
  expect(await states(id)).toEqual(['open'])
  expect((await shop.told(id)).status).toBe('open')
  expect(await shop.alerts()).toEqual(['provider-silent'])
  shop.alipay.pay(no)
  shop.alipay.break('ask', false)
  await shop.pass(hour)
  expect(await outcome(id)).toEqual(paidOnce)
})

test('H5 what the provider never knew is closed a minute after its time, not before', async () => {
  const id = await shop.order()
  shop.alipay.fail('begin')
  await shop.pay(id)
  await shop.pass(paymentWindowMs, 15_000)
  expect(await states(id)).toEqual(['closing'])
  expect((await shop.told(id)).status).toBe('open')
  await shop.pass(2 * minute, 5_000)
  expect(await states(id)).toEqual(['closed'])
  expect((await shop.told(id)).status).toBe('closed')
})

test('H5 an outdated answer never changes a final state: refused, logged once', async () => {
  const { id, no } = await shop.paid()
  const trade = shop.alipay.trade(no)
  for (const state of ['unpaid', 'pending', 'closed', 'closed'] as const) {
    trade.state = state
    await shop.operator('POST', `/orders/${id}/check`)
  }
  shop.alipay.trades.delete(no)
  await shop.operator('POST', `/orders/${id}/check`)
  shop.alipay.fail('ask')
  await shop.operator('POST', `/orders/${id}/check`)
  expect(await outcome(id)).toEqual(paidOnce)
  const { steps, attempts } = await shop.file(id)
  expect(attempts).toMatchObject([{ state: 'paid', next: null }])
  expect(steps.filter(({ reason }) => reason.startsWith('refused'))).toMatchObject([
    { thing: no, from: 'paid', to: 'closed', reason: 'refused: the provider has closed it' },
  ])
})

test('H5 an answer that was overtaken by another does not undo it', async () => {
  const { id, no } = await shop.begun()
  shop.context.clock.advance(15_000)
  shop.alipay.during('ask', async () => {
    shop.alipay.pay(no)
    await shop.call('POST', `/orders/${id}/check`)
  })
  // This one was asked first and answers last: unpaid.
  await shop.runDue()
  expect(await outcome(id)).toEqual(paidOnce)
  expect((await shop.file(id)).attempts).toMatchObject([{ state: 'paid', next: null }])
})

test('H5 an order without a payment attempt is closed after half an hour', async () => {
  const id = await shop.order()
  await shop.pass(30 * minute - 1_000)
  expect((await shop.told(id)).status).toBe('open')
  await shop.pass(1_000)
  expect((await shop.told(id)).status).toBe('closed')
})
