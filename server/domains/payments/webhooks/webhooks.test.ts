import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { webhookMaxBytes } from '@clutch/contract/limits.ts'
import { createTestApp } from '../../../testing/http.ts'
import { createTestContext } from '../../../testing/test-context.ts'
import { registerPayments } from '../index.ts'
import { CountedProduct } from '../testing/counted-product.ts'
import { ScriptedProvider } from '../testing/scripted-provider.ts'
import { type PaymentsFixture, createPaymentsFixture, price } from '../testing/payments-fixture.ts'

const minute = 60_000

let fixture: PaymentsFixture
beforeAll(async () => {
  fixture = await createPaymentsFixture()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await fixture.clear()
})
afterAll(() => fixture.close())

const events = () => fixture.context.database.selectFrom('payment_events').selectAll().orderBy('id').execute()
const alertRows = async () =>
  (await fixture.operator('GET', '/money-alerts')).json<{ kind: string; subject: string; count: number }[]>()
const expectNothingPaid = async (id: string) => {
  expect(await fixture.view(id)).toMatchObject({ status: 'open', paid: null })
}
/** The provider was not queried, and nothing was paid. */
const expectUntouched = async (id: string) => {
  fixture.alipay.calls.length = 0
  expect(await fixture.runDue()).toBe(0)
  await expectNothingPaid(id)
}

test('H3 a notify is answered with the provider’s own words once it is stored; nothing is paid by it', async () => {
  const { id, no } = await fixture.beginPayment()
  const answer = await fixture.notify(fixture.alipay.notify(no))
  expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
    200,
    'text/plain',
    'success',
  ])
  expect(await events()).toMatchObject([{ no, verdict: 'accepted', kind: 'PAID' }])
  await fixture.runDue()
  expect((await fixture.view(id)).status).toBe('open')
})

test('H3 the provider reads the bytes as they came, whatever their type', async () => {
  const { no } = await fixture.beginPayment()
  const raw = fixture.alipay.notify(no)
  const url = '/api/payment/notify/alipay'
  for (const type of ['application/json', 'text/xml', 'no type at all', undefined]) {
    const headers = { ...raw.headers, ...(type !== undefined && { 'content-type': type }) }
    const answer = await fixture.app.inject({ method: 'POST', url, headers, payload: raw.body })
    expect([type, answer.statusCode]).toEqual([type, 200])
  }
  expect(await events()).toHaveLength(1)
})

test('H3 an unverified notify changes nothing, however often it comes, and is one alert', async () => {
  const { id, no } = await fixture.beginPayment()
  fixture.alipay.pay(no)
  const forged = { ...fixture.alipay.notify(no), headers: {} }
  const forge = async (times: number) => {
    for (let round = 0; round < times; round += 1) {
      const answer = await fixture.notify(forged)
      expect([answer.statusCode, answer.json()]).toMatchObject([401, { code: 'payment.unverified' }])
    }
  }
  const warned = vi.spyOn(fixture.context.log, 'warn')
  await forge(5)
  expect(await alertRows()).toMatchObject([{ kind: 'notify-unverified', subject: 'alipay', count: 1 }])
  fixture.context.clock.advance(minute - 1)
  await forge(1)
  expect(await alertRows()).toMatchObject([{ count: 1 }])
  expect(warned).toHaveBeenCalledTimes(1)
  fixture.context.clock.advance(1)
  await forge(1)
  expect(await alertRows()).toMatchObject([{ count: 7 }])
  expect(warned).toHaveBeenCalledTimes(2)
  expect(await events()).toEqual([])
  fixture.context.clock.advance(minute)
  await fixture.notify({ ...forged, headers: {} }, 'paypal')
  expect(await alertRows()).toMatchObject([{ subject: 'paypal', count: 1 }, { subject: 'alipay' }])
  await expectNothingPaid(id)
})

test('H3 a notify that cannot be verified now is written into the log once a minute', async () => {
  const { no } = await fixture.beginPayment()
  fixture.alipay.break('readNotify')
  const warned = vi.spyOn(fixture.context.log, 'warn')
  for (let round = 0; round < 5; round += 1) await fixture.notify(fixture.alipay.notify(no))
  expect(warned.mock.calls.filter(([, words]) => words === 'webhook cannot be verified now')).toHaveLength(1)
})

test('H5 money that the provider took back changes nothing and alerts the operator', async () => {
  const { id, no } = await fixture.paid()
  const answer = await fixture.notify(
    fixture.alipay.notify(no, { about: 'reversal', kind: 'REVERSED', money: null }),
  )
  expect(answer.statusCode).toBe(200)
  expect(await alertRows()).toMatchObject([{ kind: 'reversed', subject: no, count: 1 }])
  fixture.alipay.calls.length = 0
  expect(await fixture.runDue()).toBe(0)
  expect(await fixture.view(id)).toMatchObject({ status: 'paid', fulfilled: true, refunded: 0 })
})

test('H3 a refund made elsewhere alerts the operator; one requested by the portal does not', async () => {
  const back = (no: string) => fixture.alipay.notify(no, { about: 'refund', kind: 'REFUND', money: null })
  const { id, no } = await fixture.paid()
  await fixture.notify(back(no))
  expect(await alertRows()).toMatchObject([{ kind: 'refunded-elsewhere', subject: no, count: 1 }])
  expect(await fixture.view(id)).toMatchObject({ status: 'paid', fulfilled: true, refunded: 0 })
  const order = await fixture.paid()
  fixture.alipay.refundsBecome = 'pending'
  await fixture.operator('POST', `/orders/${order.id}/refund`, { reason: 'x' })
  await fixture.runDue()
  for (const one of fixture.alipay.trade(order.no).refunds.values())
    one.said = { state: 'done', reference: 'back' }
  await fixture.notify(back(order.no))
  await fixture.runDue()
  expect((await fixture.view(order.id)).status).toBe('refunded')
  expect(await alertRows()).toMatchObject([{ subject: no }])
})

test.each([
  ['for another merchant', { ours: false }, 'foreign', 'notify-foreign'],
  ['about a number nobody gave out', { no: 'nobody0000000000' }, 'unknown', 'notify-unknown'],
  ['about another amount', { money: { amount: 1, currency: 'CNY' } }, 'other-money', 'notify-other-money'],
  [
    'about another currency',
    { money: { amount: price.CNY, currency: 'USD' } },
    'other-money',
    'notify-other-money',
  ],
])(
  'H5 a genuine webhook %s changes nothing, is stored and reported, and is not requested again',
  async (_, contents, verdict, kind) => {
    const { id, no } = await fixture.beginPayment()
    const answer = await fixture.notify(fixture.alipay.notify(no, contents))
    expect([answer.statusCode, answer.body]).toEqual([200, 'success'])
    expect(await events()).toMatchObject([{ verdict }])
    expect(await alertRows()).toMatchObject([{ kind, count: 1 }])
    await expectUntouched(id)
  },
)

test('H5 the same event again is accepted and does nothing', async () => {
  const { id, no } = await fixture.beginPayment()
  const raw = fixture.alipay.notify(no, { event: 'one' })
  await fixture.notify(raw)
  await fixture.runDue()
  fixture.alipay.calls.length = 0
  const answer = await fixture.notify(raw)
  expect([answer.statusCode, answer.body]).toEqual([200, 'success'])
  expect(await events()).toHaveLength(1)
  await expectUntouched(id)
  expect(await alertRows()).toEqual([])
})

test.each([
  ['another amount', { money: { amount: 1, currency: 'CNY' } }],
  ['another currency', { money: { amount: price.CNY, currency: 'USD' } }],
  ['another number', { no: 'other00000000000' }],
])('H5 the same event again with %s is no repeat but an alert', async (_, contents) => {
  const { id, no } = await fixture.beginPayment()
  const money = { amount: price.CNY, currency: 'CNY' }
  await fixture.notify(fixture.alipay.notify(no, { event: 'one', money }))
  await fixture.runDue()
  await fixture.notify(fixture.alipay.notify(no, { event: 'one', money, ...contents }))
  expect(await events()).toMatchObject([{ no, amount: price.CNY, currency: 'CNY', verdict: 'accepted' }])
  expect(await alertRows()).toMatchObject([{ kind: 'event-changed', subject: 'alipay' }])
  await expectUntouched(id)
})

test('H5 a hint that names only the provider’s own order is understood', async () => {
  const { id, no } = await fixture.beginPayment('paypal')
  fixture.paypal.pay(no)
  const raw = fixture.paypal.notify(no, { no: null, providerOrder: `order-${no}`, money: null })
  expect((await fixture.notify(raw, 'paypal')).statusCode).toBe(200)
  await fixture.runDue()
  expect((await fixture.view(id)).status).toBe('paid')
})

test('H5 a number of one provider is unknown to another', async () => {
  const { no } = await fixture.beginPayment('paypal')
  await fixture.notify(fixture.alipay.notify(no))
  expect(await events()).toMatchObject([{ verdict: 'unknown', attempt_id: null }])
})

test('H3 a notify that cannot be verified now is not accepted, so that it comes again', async () => {
  const { no } = await fixture.beginPayment()
  fixture.alipay.fail('readNotify')
  expect((await fixture.notify(fixture.alipay.notify(no))).statusCode).toBe(424)
  expect(await events()).toEqual([])
})

test('H3 a method that is not set up takes no notify; one that is too long is refused', async () => {
  const answer = await fixture.notify({ headers: {}, body: Buffer.from('x') }, 'wechat')
  expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'payment.not_configured' }])
  const long = await fixture.notify({ headers: {}, body: Buffer.alloc(webhookMaxBytes + 1) })
  expect(long.statusCode).toBe(413)
})

test('H3 while the database is down a notify is not accepted, so that it comes again', async () => {
  const context = await createTestContext()
  const app = await createTestApp(context)
  const provider = new ScriptedProvider('alipay', context)
  await registerPayments(context, app, { products: [new CountedProduct()], providers: [provider] })
  await context.destroy()
  const { headers, body } = provider.notify('any0000000000000')
  const answer = await app.inject({
    method: 'POST',
    url: '/api/payment/notify/alipay',
    headers: { ...headers },
    payload: body,
  })
  expect(answer.statusCode).toBeGreaterThanOrEqual(500)
  await app.close()
})
