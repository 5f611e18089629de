import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { noPaymentFaults } from '@clutch/emulators/payments/index.ts'
import { alipayProvider } from './alipay.ts'
import { type Provider, ProviderUnavailable } from '../provider.ts'
import {
  type AlipayFixture,
  attemptOf,
  now,
  openAlipayFixture,
  openPage,
  refundOf,
  settingsFor,
} from '../testing/alipay.ts'

let context: AlipayFixture
let alipay: Provider
beforeAll(async () => {
  context = await openAlipayFixture()
  alipay = context.provider()
})
afterAll(() => context.stop())
beforeEach(() => {
  context.emulator.setFaults('alipay', noPaymentFaults)
  context.merchant.notifies.length = 0
  context.merchant.answer = { status: 200, body: 'success' }
  context.clock.now = now.getTime()
})

async function paid(amount = 888) {
  const attempt = attemptOf({ amount })
  await openPage(alipay, attempt)
  await context.emulator.pay('alipay', attempt.no)
  return attempt
}

test('H3 Alipay is off without its config, and shows its host and that it is an emulator', () => {
  expect(alipayProvider(settingsFor('http://127.0.0.1:8080', {}), { now: () => now })).toBe(null)
  const { host, emulated, method, currency, accepted } = alipay
  expect({ host, emulated, method, currency }).toEqual({
    host: new URL(context.emulator.environment('alipay')['ALIPAY_URL'] ?? '').host,
    emulated: true,
    method: 'alipay',
    currency: 'CNY',
  })
  expect(accepted).toEqual({ status: 200, type: 'text/plain', body: 'success' })
  const real = { ...context.emulator.environment('alipay'), ALIPAY_URL: 'https://openapi.alipay.com' }
  expect(alipayProvider(settingsFor('http://127.0.0.1:8080', real), { now: () => now })).toMatchObject({
    host: 'openapi.alipay.com',
    emulated: false,
  })
})

test('H3 the page is signed, and answers are judged, by the portal’s clock', async () => {
  const ahead = context.provider(undefined, {}, undefined, () => new Date(Date.now() + 3_600_000))
  const attempt = attemptOf({ device: 'desktop' })
  const { paymentUrl } = await ahead.begin(attempt)
  const signedAt = Date.parse(`${new URL(paymentUrl).searchParams.get('timestamp')?.replace(' ', 'T')}+08:00`)
  expect(Math.abs(signedAt - Date.now() - 3_600_000)).toBeLessThan(60_000)
  // The emulator signs by the computer's clock: an hour ago for this portal.
  await fetch(paymentUrl)
  await expect(ahead.ask(attempt, false)).rejects.toThrow(ProviderUnavailable)
})

test.each([
  ['desktop', 'alipay.trade.page.pay', 'FAST_INSTANT_TRADE_PAY'],
  ['mobile', 'alipay.trade.wap.pay', 'QUICK_WAP_WAY'],
] as const)('H3 the page for %s is signed, and has the agreed contents', async (device, method, product) => {
  const attempt = attemptOf({ device })
  const { paymentUrl, providerOrder } = await alipay.begin(attempt)
  expect(providerOrder).toBe(null)
  const query = new URL(paymentUrl).searchParams
  expect(query.get('method')).toBe(method)
  expect(query.get('notify_url')).toBe(`${context.merchant.url}/api/payment/notify/alipay`)
  expect(JSON.parse(query.get('biz_content') ?? '')).toMatchObject({
    out_trade_no: attempt.no,
    total_amount: '8.88',
    subject: attempt.subject,
    product_code: product,
    time_expire: '2026-11-20 12:08:00',
  })
  const signedAt = Date.parse(`${query.get('timestamp')?.replace(' ', 'T')}+08:00`)
  expect(Math.abs(Date.now() - signedAt)).toBeLessThan(60_000)
  const page = await fetch(paymentUrl)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('8.88 CNY')
  expect(context.emulator.trades[0]).toMatchObject({ no: attempt.no, amount: 888, state: 'waiting' })
})

test('H3 a modified address of the page opens nothing', async () => {
  const attempt = attemptOf()
  const { paymentUrl } = await alipay.begin(attempt)
  const page = await fetch(paymentUrl.replace('8.88', '0.01'))
  expect(page.status).toBe(400)
  expect(await alipay.ask(attempt, true)).toEqual({ state: 'absent' })
})

test('H5 a payment is reported by webhook and by query, to the fen', async () => {
  const attempt = attemptOf({ amount: 199_999 })
  expect(await alipay.ask(attempt, true)).toEqual({ state: 'absent' })
  await openPage(alipay, attempt)
  expect(await alipay.ask(attempt, true)).toEqual({ state: 'unpaid' })
  await context.emulator.pay('alipay', attempt.no)

  const result = await alipay.ask(attempt, true)
  const reference = context.emulator.trades[0]?.ref
  const payment = { reference, amount: 199_999, currency: 'CNY', paidAt: now }
  expect(result).toEqual({ state: 'paid', payment })

  const [raw] = context.merchant.notifies
  expect(context.merchant.notifies).toHaveLength(1)
  expect(raw && (await alipay.readNotify(raw))).toEqual({
    about: 'payment',
    event: expect.stringMatching(/^[0-9a-f]{32}$/),
    kind: 'TRADE_SUCCESS',
    no: attempt.no,
    providerOrder: null,
    ours: true,
    money: { amount: 199_999, currency: 'CNY' },
  })
})

test('H5 the buyer’s browser comes back by itself after paying', async () => {
  const attempt = attemptOf()
  await openPage(alipay, attempt)
  const base = context.emulator.environment('alipay')['ALIPAY_URL']
  const body = new URLSearchParams({ no: attempt.no })
  const back = await fetch(`${base}/pay`, { method: 'POST', body, redirect: 'manual' })
  expect(back.status).toBe(303)
  expect(back.headers.get('location')).toContain(`${attempt.returnUrl}&`)
  expect(await alipay.ask(attempt, true)).toMatchObject({ state: 'paid' })
})

test('H5 a closed attempt cannot be paid, and closing a paid one reports the payment', async () => {
  const attempt = attemptOf()
  expect(await alipay.close(attempt)).toEqual({ state: 'absent' })
  await openPage(alipay, attempt)
  expect(await alipay.close(attempt)).toEqual({ state: 'closed' })
  expect(await alipay.close(attempt)).toEqual({ state: 'closed' })
  expect(await alipay.ask(attempt, true)).toEqual({ state: 'closed' })
  await expect(context.emulator.pay('alipay', attempt.no)).rejects.toThrow('is closed')
  expect(await alipay.close(await paid())).toMatchObject({ state: 'paid', payment: { amount: 888 } })
})

test('H4 nothing can be paid after the time Alipay was given', async () => {
  const attempt = attemptOf()
  await openPage(alipay, attempt)
  context.clock.now += 480_000
  await expect(context.emulator.pay('alipay', attempt.no)).rejects.toThrow('is over')
  expect(await alipay.ask(attempt, true)).toEqual({ state: 'closed' })
})

test('H5 a refund moves money once under its number, and is found again', async () => {
  const attempt = await paid(1_000)
  const refund = refundOf(attempt, { amount: 300 })
  expect(await alipay.askRefund(refund)).toEqual({ state: 'absent' })
  expect(await alipay.refund(refund)).toEqual({ state: 'done', reference: null })
  expect(await alipay.refund(refund)).toEqual({ state: 'done', reference: null })
  expect(await alipay.askRefund(refund)).toEqual({ state: 'done', reference: null })
  expect(context.emulator.trades.find(({ no }) => no === attempt.no)?.refunds).toMatchObject([
    { amount: 300 },
  ])
  const rest = refundOf(attempt, { no: `${attempt.no}Z`, amount: 700 })
  expect(await alipay.refund(rest)).toEqual({ state: 'done', reference: null })
  expect(await alipay.ask(attempt, true)).toMatchObject({ state: 'paid', payment: { amount: 1_000 } })
})

test('H5 a refund that Alipay took without moving money is absent until its repetition moves it', async () => {
  const attempt = await paid(1_000)
  const refund = refundOf(attempt, { amount: 300 })
  context.emulator.setFaults('alipay', { refunds: 'unmoved' })
  expect(await alipay.refund(refund)).toEqual({ state: 'pending' })
  expect(await alipay.askRefund(refund)).toEqual({ state: 'absent' })
  context.emulator.setFaults('alipay', { refunds: 'ok' })
  expect(await alipay.refund(refund)).toEqual({ state: 'done', reference: null })
  expect(await alipay.askRefund(refund)).toEqual({ state: 'done', reference: null })
})

test('H5 the webhook of a refund is not a payment, whatever the trade’s status in it', async () => {
  const attempt = await paid(1_000)
  await alipay.refund(refundOf(attempt, { amount: 300 }))
  await expect.poll(() => context.merchant.notifies.length).toBe(2)
  const raw = context.merchant.notifies[1]
  expect(raw?.body.toString()).toContain('trade_status=TRADE_SUCCESS')
  expect(raw && (await alipay.readNotify(raw))).toMatchObject({ kind: 'refund', ours: true, money: null })
})

test('H5 a refund that cannot be is failed with Alipay’s own code, and only then', async () => {
  const attempt = await paid(1_000)
  const code = 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL'
  expect(await alipay.refund(refundOf(attempt, { amount: 1_001 }))).toEqual({ state: 'failed', code })
  await alipay.refund(refundOf(attempt, { amount: 400 }))
  await expect(alipay.refund(refundOf(attempt, { amount: 500 }))).rejects.toThrow('another amount')
  const unknown = refundOf(attemptOf())
  await expect(alipay.refund(unknown)).rejects.toMatchObject({ name: 'ProviderUnavailable' })
})

test('H5 the day’s bill lists payments and refunds by our numbers; before it is ready there is none', async () => {
  context.clock.now += 40 * 86_400_000
  const later = new Date(context.clock.now)
  const attempt = attemptOf({ subject: 'VIP, 1,000 days', until: new Date(context.clock.now + 60_000) })
  await openPage(alipay, attempt)
  await context.emulator.pay('alipay', attempt.no)
  await alipay.refund(refundOf(attempt, { amount: 188 }))
  const day = later.toISOString().slice(0, 10)
  expect(await alipay.bill(day)).toBe(null)
  context.clock.now += 86_400_000
  expect(await alipay.bill(day)).toEqual([
    { what: 'payment', no: attempt.no, amount: 888, currency: 'CNY' },
    { what: 'refund', no: `${attempt.no}R`, amount: 188, currency: 'CNY' },
  ])
  context.emulator.setFaults('alipay', { bill: 'omit' })
  expect(await alipay.bill(day)).toHaveLength(1)
  context.emulator.setFaults('alipay', { bill: 'other-amount' })
  expect(await alipay.bill(day)).toMatchObject([{ amount: 889 }, { amount: 188 }])
  context.emulator.setFaults('alipay', { bill: 'none' })
  expect(await alipay.bill(day)).toBe(null)
})
