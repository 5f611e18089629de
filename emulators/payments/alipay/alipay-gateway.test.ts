import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type PaymentsEmulatorHandle, startPaymentsEmulator, noPaymentFaults } from '../index.ts'
import { encodeGbk } from './bill-file.ts'
import { formatShanghaiTime, signedText } from './formats.ts'

let emulator: PaymentsEmulatorHandle
let settings: Record<string, string>
beforeAll(async () => {
  emulator = await startPaymentsEmulator()
  settings = emulator.environment('alipay')
})
afterAll(() => emulator.stop())
beforeEach(() => emulator.setFaults('alipay', noPaymentFaults))

const setting = (name: string) => settings[name] ?? ''

function signed(text: string): string {
  const key = Buffer.from(setting('ALIPAY_PRIVATE_KEY'), 'base64')
  const merchant = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  return sign('sha256', Buffer.from(text), merchant).toString('base64')
}

/** A call of version 3 as the documents have it, made without the library that the portal uses. */
function query(no: string, change: { app?: string; at?: number; body?: string } = {}) {
  const path = '/v3/alipay/trade/query'
  const body = JSON.stringify({ out_trade_no: no })
  const at = change.at ?? Date.now()
  const head = `app_id=${change.app ?? setting('ALIPAY_APP_ID')},nonce=n,timestamp=${at}`
  const authorization = `ALIPAY-SHA256withRSA ${head},sign=${signed(`${head}\nPOST\n${path}\n${body}\n`)}`
  const headers = { authorization, 'content-type': 'application/json' }
  return fetch(`${setting('ALIPAY_URL')}${path}`, { method: 'POST', headers, body: change.body ?? body })
}

function pageOf(business: Record<string, string>, change: Record<string, string> = {}): string {
  const fields = {
    app_id: setting('ALIPAY_APP_ID'),
    method: 'alipay.trade.page.pay',
    charset: 'utf-8',
    sign_type: 'RSA2',
    version: '1.0',
    timestamp: formatShanghaiTime(Date.now()),
    notify_url: 'http://127.0.0.1:9/notify',
    return_url: 'http://127.0.0.1:9/back',
    biz_content: JSON.stringify({
      subject: 'VIP',
      total_amount: '8.88',
      product_code: 'FAST_INSTANT_TRADE_PAY',
      ...business,
    }),
  }
  const sent = new URLSearchParams({ ...fields, sign: signed(signedText(fields)), ...change })
  return `${setting('ALIPAY_URL')}/gateway.do?${sent.toString()}`
}

test('a merchant’s call is answered, and the answer signed over its time and its words', async () => {
  await fetch(pageOf({ out_trade_no: 'S1' }))
  const answer = await query('S1')
  const body = await answer.text()
  expect(JSON.parse(body)).toMatchObject({ trade_status: 'WAIT_BUYER_PAY', total_amount: '8.88' })
  const [at, nonce, signature] = ['timestamp', 'nonce', 'signature'].map((name) =>
    answer.headers.get(`alipay-${name}`),
  )
  const key = Buffer.from(setting('ALIPAY_PUBLIC_KEY'), 'base64')
  const alipay = createPublicKey({ key, format: 'der', type: 'spki' })
  const text = Buffer.from(`${at}\n${nonce}\n${body}\n`)
  expect(verify('sha256', text, alipay, Buffer.from(signature ?? '', 'base64'))).toBe(true)
})

test.each([
  ['of another app', { app: '2021000199999999' }, 'invalid-app-id'],
  ['of an hour ago', { at: Date.now() - 3_600_000 }, 'invalid-timestamp'],
  ['with other words', { body: '{"out_trade_no":"S2"}' }, 'invalid-signature'],
])('a call %s is refused', async (_, change, code) => {
  const answer = await query('S1', change)
  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject({ code })
})

test.each([
  ['another amount than was signed', { biz_content: '{}' }],
  ['SHA-1', { sign_type: 'RSA' }],
  ['another app', { app_id: '2021000199999999' }],
])('a page of %s is refused', async (_, change) => {
  const page = await fetch(pageOf({ out_trade_no: 'S3' }, change))
  expect(page.status).toBe(400)
  expect(emulator.trades.some(({ no }) => no === 'S3')).toBe(false)
})

test.each([
  [{ total_amount: '8.888' }],
  [{ total_amount: '0.00' }],
  [{ product_code: 'QUICK_WAP_WAY' }],
  [{ time_expire: 'soon' }],
  [{ time_expire: '2020-01-01 00:00:00' }],
  [{ out_trade_no: 'a b' }],
])('a page that asks for what cannot be is refused: %j', async (business) => {
  expect((await fetch(pageOf({ out_trade_no: 'S4', ...business }))).status).toBe(400)
})

test('the amount of an order number never changes', async () => {
  expect((await fetch(pageOf({ out_trade_no: 'S5' }))).status).toBe(200)
  expect((await fetch(pageOf({ out_trade_no: 'S5' }))).status).toBe(200)
  expect((await fetch(pageOf({ out_trade_no: 'S5', total_amount: '0.01' }))).status).toBe(400)
})

test('GBK is written as it is read', () => {
  const text = '支付宝业务明细（元）,ABC\r\n'
  expect(new TextDecoder('gbk').decode(encodeGbk(text))).toBe(text)
  expect(new TextDecoder('gbk').decode(encodeGbk('🎮'))).toBe('?')
})
