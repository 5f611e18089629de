import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { webhookMaxBytes } from '@clutch/contract/limits.ts'
import { createTestApp } from '../../../testing/http.ts'
import { createTestContext } from '../../../testing/house.ts'
import { registerPayments } from '../index.ts'
import { CountedProduct } from '../testing/counted-product.ts'
import { ScriptedProvider } from '../testing/scripted-provider.ts'
import { type Shop, openShop, price } from '../testing/shop.ts'

const minute = 60_000

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await shop.clear()
})
afterAll(() => shop.close())

const events = () => shop.context.database.selectFrom('payment_events').selectAll().orderBy('id').execute()
const alertRows = async () =>
  (await shop.operator('GET', '/money-alerts')).json<{ kind: string; subject: string; count: number }[]>()
const expectNothingPaid = async (id: string) => {
  expect(await shop.told(id)).toMatchObject({ status: 'open', paid: null })
}
/** The provider was not queried, and nothing was paid. */
const expectUntouched = async (id: string) => {
  shop.alipay.calls.length = 0
  expect(await shop.runDue()).toBe(0)
  await expectNothingPaid(id)
}

test('H3 a notify is answered with the provider’s own words once it is stored; nothing is paid by it', async () => {
  const { id, no } = await shop.begun()
  const answer = await shop.notify(shop.alipay.notify(no))
  expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
    200,
    'text/plain',
    'success',
  ])
  expect(await events()).toMatchObject([{ no, verdict: 'accepted', kind: 'PAID' }])
  await shop.runDue()
  expect((await shop.told(id)).status).toBe('open')
})

test('H3 the provider reads the bytes as they came, whatever their type', async () => {
  const { no } = await shop.begun()
  const raw = shop.alipay.notify(no)
  const url = '/api/payment/notify/alipay'
  for (const type of ['application/json', 'text/xml', 'no type at all', undefined]) {
    const headers = { ...raw.headers, ...(type !== undefined && { 'content-type': type }) }
    const answer = await shop.app.inject({ method: 'POST', url, headers, payload: raw.body })
    expect([type, answer.statusCode]).toEqual([type, 200])
  }
  expect(await events()).toHaveLength(1)
})

test('H3 an unverified notify changes nothing, however often it comes, and is one alert', async () => {
  const { id, no } = await shop.begun()
  shop.alipay.pay(no)
  const forged = { ...shop.alipay.notify(no), headers: {} }
  const forge = async (times: number) => {
    for (let turn = 0; turn < times; turn += 1) {
      const answer = await shop.notify(forged)
      expect([answer.statusCode, answer.json()]).toMatchObject([401, { code: 'payment.unverified' }])
    }
  }
  const warned = vi.spyOn(shop.context.log, 'warn')
  await forge(5)
  expect(await alertRows()).toMatchObject([{ kind: 'notify-unverified', subject: 'alipay', count: 1 }])
  shop.context.clock.advance(minute - 1)
  await forge(1)
  expect(await alertRows()).toMatchObject([{ count: 1 }])
  expect(warned).toHaveBeenCalledTimes(1)
  shop.context.clock.advance(1)
  await forge(1)
  expect(await alertRows()).toMatchObject([{ count: 7 }])
  expect(warned).toHaveBeenCalledTimes(2)
  expect(await events()).toEqual([])
  shop.context.clock.advance(minute)
  await shop.notify({ ...forged, headers: {} }, 'paypal')
  expect(await alertRows()).toMatchObject([{ subject: 'paypal', count: 1 }, { subject: 'alipay' }])
  await expectNothingPaid(id)
})

test('H3 a notify that cannot be verified now is written into the log once a minute', async () => {
  const { no } = await shop.begun()
  shop.alipay.break('readNotify')
  const warned = vi.spyOn(shop.context.log, 'warn')
  for (let turn = 0; turn < 5; turn += 1) await shop.notify(shop.alipay.notify(no))
  expect(warned.mock.calls.filter(([, words]) => words === 'a notify cannot be verified now')).toHaveLength(1)
})

test('H5 money that the provider took back changes nothing and alerts the operator', async () => {
  const { id, no } = await shop.paid()
  const answer = await shop.notify(
    shop.alipay.notify(no, { about: 'reversal', kind: 'REVERSED', money: null }),
  )
  expect(answer.statusCode).toBe(200)
  expect(await alertRows()).toMatchObject([{ kind: 'reversed', subject: no, count: 1 }])
  shop.alipay.calls.length = 0
  expect(await shop.runDue()).toBe(0)
  expect(await shop.told(id)).toMatchObject({ status: 'paid', fulfilled: true, refunded: 0 })
})

test('H3 a refund made elsewhere alerts the operator; one requested by the portal does not', async () => {
  const back = (no: string) => shop.alipay.notify(no, { about: 'refund', kind: 'REFUND', money: null })
  const { id, no } = await shop.paid()
  await shop.notify(back(no))
  expect(await alertRows()).toMatchObject([{ kind: 'refunded-elsewhere', subject: no, count: 1 }])
  expect(await shop.told(id)).toMatchObject({ status: 'paid', fulfilled: true, refunded: 0 })
  const ours = await shop.paid()
  shop.alipay.refundsBecome = 'pending'
  await shop.operator('POST', `/orders/${ours.id}/refund`, { reason: 'x' })
  await shop.runDue()
  for (const one of shop.alipay.trade(ours.no).refunds.values())
    one.said = { state: 'done', reference: 'back' }
  await shop.notify(back(ours.no))
  await shop.runDue()
  expect((await shop.told(ours.id)).status).toBe('refunded')
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
  async (_, told, verdict, kind) => {
    const { id, no } = await shop.begun()
    const answer = await shop.notify(shop.alipay.notify(no, told))
    expect([answer.statusCode, answer.body]).toEqual([200, 'success'])
    expect(await events()).toMatchObject([{ verdict }])
    expect(await alertRows()).toMatchObject([{ kind, count: 1 }])
    await expectUntouched(id)
  },
)

test('H5 the same event again is accepted and does nothing', async () => {
  const { id, no } = await shop.begun()
  const raw = shop.alipay.notify(no, { event: 'one' })
  await shop.notify(raw)
  await shop.runDue()
  shop.alipay.calls.length = 0
  const answer = await shop.notify(raw)
  expect([answer.statusCode, answer.body]).toEqual([200, 'success'])
  expect(await events()).toHaveLength(1)
  await expectUntouched(id)
  expect(await alertRows()).toEqual([])
})

test.each([
  ['another amount', { money: { amount: 1, currency: 'CNY' } }],
  ['another currency', { money: { amount: price.CNY, currency: 'USD' } }],
  ['another number', { no: 'other00000000000' }],
])('H5 the same event again with %s is no repeat but an alert', async (_, told) => {
  const { id, no } = await shop.begun()
  const money = { amount: price.CNY, currency: 'CNY' }
  await shop.notify(shop.alipay.notify(no, { event: 'one', money }))
  await shop.runDue()
  await shop.notify(shop.alipay.notify(no, { event: 'one', money, ...told }))
  expect(await events()).toMatchObject([{ no, amount: price.CNY, currency: 'CNY', verdict: 'accepted' }])
  expect(await alertRows()).toMatchObject([{ kind: 'event-changed', subject: 'alipay' }])
  await expectUntouched(id)
})

test('H5 a hint that names only the provider’s own order is understood', async () => {
  const { id, no } = await shop.begun('paypal')
  shop.paypal.pay(no)
  const raw = shop.paypal.notify(no, { no: null, providerOrder: `order-${no}`, money: null })
  expect((await shop.notify(raw, 'paypal')).statusCode).toBe(200)
  await shop.runDue()
  expect((await shop.told(id)).status).toBe('paid')
})

test('H5 a number of one provider is unknown to another', async () => {
  const { no } = await shop.begun('paypal')
  await shop.notify(shop.alipay.notify(no))
  expect(await events()).toMatchObject([{ verdict: 'unknown', attempt_id: null }])
})

test('H3 a notify that cannot be verified now is not accepted, so that it comes again', async () => {
  const { no } = await shop.begun()
  shop.alipay.fail('readNotify')
  expect((await shop.notify(shop.alipay.notify(no))).statusCode).toBe(424)
  expect(await events()).toEqual([])
})

test('H3 a method that is not set up takes no notify; one that is too long is refused', async () => {
  const answer = await shop.notify({ headers: {}, body: Buffer.from('x') }, 'wechat')
  expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'payment.not_configured' }])
  const long = await shop.notify({ headers: {}, body: Buffer.alloc(webhookMaxBytes + 1) })
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
