import { Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type PaymentFaults, noPaymentFaults } from '@clutch/emulators/payments/index.ts'
import type { Provider } from '../provider.ts'
import { type AlipayFixture, attemptOf, now, openAlipayFixture, openPage } from '../testing/alipay.ts'

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

const unverified = { name: 'WebhookUnverified' }
const read = (body: string) => alipay.readNotify({ headers: {}, body: Buffer.from(body) })

async function paid(faults: Partial<PaymentFaults>) {
  const attempt = attemptOf()
  await openPage(alipay, attempt)
  context.emulator.setFaults('alipay', faults)
  await context.emulator.pay('alipay', attempt.no)
  return attempt
}

/** Returns a webhook signed by Alipay, with any contents. */
function signed(change: Record<string, string>, algorithm: 'sha1' | 'sha256' = 'sha256'): URLSearchParams {
  const environment = context.emulator.environment('alipay')
  const fields: Record<string, string> = {
    notify_id: '1',
    app_id: environment['ALIPAY_APP_ID'] ?? '',
    seller_id: environment['ALIPAY_SELLER_ID'] ?? '',
    out_trade_no: 'A1',
    trade_status: 'TRADE_SUCCESS',
    total_amount: '8.88',
    subject: 'VIP',
    ...change,
  }
  const { sign_type: type = 'RSA2', ...rest } = fields
  const text = Object.keys(rest)
    .toSorted()
    .map((name) => `${name}=${rest[name]}`)
  return new URLSearchParams({ ...rest, sign_type: type, sign: context.sign(text.join('&'), algorithm) })
}

test('H5 a notify that Alipay signed is read, also with a % in a text', async () => {
  const money = { amount: 888, currency: 'CNY' }
  expect(await read(String(signed({ subject: '100% 折扣 &+' })))).toMatchObject({
    no: 'A1',
    ours: true,
    money,
  })
})

test.each([
  ['with SHA-1', () => signed({ sign_type: 'RSA' }, 'sha1')],
  ['with SHA-1 that calls itself RSA2', () => signed({}, 'sha1')],
  ['with an unknown kind of signature', () => signed({ sign_type: 'XX' })],
  ['without a signature', () => drop(signed({}), 'sign')],
  ['without a kind of signature', () => drop(signed({}), 'sign_type')],
  ['of another amount than was signed', () => String(signed({})).replace('8.88', '0.01')],
  ['with a second amount', () => `${String(signed({}))}&total_amount=0.01`],
  ['with a first amount that was not signed', () => `total_amount=0.01&${String(signed({}))}`],
  ['with a second signature', () => `${String(signed({}))}&sign=x`],
  ['with __proto__', () => `${String(signed({}))}&__proto__=x`],
  ['with a field of a list', () => `${String(signed({}))}&total_amount[]=0.01`],
  ['with a thousand fields', () => `${String(signed({}))}${'&a=1'.repeat(1_000)}`],
  ['of nothing', () => ''],
  ['of JSON', () => '{"sign_type":"RSA2"}'],
  ['that is signed and of no trade', () => signed({ out_trade_no: '' })],
  ['that is signed and of no amount', () => signed({ total_amount: '8.888' })],
])('H5 a notify %s is refused', async (_, forged) => {
  await expect(read(String(forged()))).rejects.toMatchObject(unverified)
})

function drop(form: URLSearchParams, name: string): URLSearchParams {
  form.delete(name)
  return form
}

test.each([
  ['another app', { app_id: '2021000199999999' }],
  ['another seller', { seller_id: '2088000199999999' }],
])('H5 a genuine notify for %s is not ours', async (_, change) => {
  expect(await read(String(signed(change)))).toMatchObject({ no: 'A1', ours: false })
})

test.each([
  ['a closed trade', 'payment', { trade_status: 'TRADE_CLOSED' }],
  ['a buyer who is looking', 'payment', { trade_status: 'WAIT_BUYER_PAY' }],
  ['a refund', 'refund', { refund_fee: '0.01' }],
  ['a whole refund', 'refund', { out_biz_no: 'R1', trade_status: 'TRADE_CLOSED' }],
] as const)('H5 a notify of %s holds no money, and says that it is about a %s', async (_, about, change) => {
  expect(await read(String(signed(change)))).toMatchObject({ ours: true, money: null, about })
})

test('H5 the emulator can report another amount, another currency and another merchant', async () => {
  await paid({ notify: 'other-amount' })
  await paid({ notify: 'other-currency' })
  await paid({ notify: 'foreign' })
  const [amount, currency, foreign] = await Promise.all(
    context.merchant.notifies.map((raw) => alipay.readNotify(raw)),
  )
  expect(amount?.money).toEqual({ amount: 1, currency: 'CNY' })
  expect(currency?.money).toEqual({ amount: 888, currency: 'USD' })
  expect(foreign).toMatchObject({ ours: false })
})

test.each([{ notify: 'tampered' }, { notify: 'forged' }] as const)(
  'H5 the emulator’s $notify webhook is refused',
  async (faults) => {
    await paid(faults)
    const [raw] = context.merchant.notifies
    await expect(raw && alipay.readNotify(raw)).rejects.toMatchObject(unverified)
  },
)

test('H5 repeats of a notify are the same event', async () => {
  context.merchant.answer = { status: 500, body: 'no' }
  await paid({ notify: 'twice' })
  await expect.poll(() => context.merchant.notifies.length).toBe(4)
  const all = await Promise.all(context.merchant.notifies.map((raw) => alipay.readNotify(raw)))
  expect(new Set(all.map(({ event }) => event)).size).toBe(1)
})

test('H3 the SDK leaves the process’s sockets alone: two may end by one error', () => {
  const error = new Error('both')
  const end = () => {
    for (const socket of [new Socket(), new Socket()]) socket.on('error', () => undefined).destroy(error)
  }
  expect(end).not.toThrow()
})
