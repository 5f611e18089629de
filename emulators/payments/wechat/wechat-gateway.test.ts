import { type KeyObject, sign } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noPaymentFaults } from '../faults/faults.ts'
import { Ledger } from '../trades/ledger.ts'
import { WebhookSender } from '../webhook-sender.ts'
import { type WechatGateway, openWechatGateway } from './index.ts'
import { WechatKeys } from './keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'clutch-wechat-'))
const ledger = new Ledger()
let gateway: WechatGateway
let keys: WechatKeys
beforeAll(async () => {
  const webhooks = new WebhookSender(() => noPaymentFaults, [])
  const context = { ledger, webhooks, getFaults: () => noPaymentFaults, now: Date.now, port: 0, pageUrl: '' }
  gateway = await openWechatGateway({ ...context, keyFolder: folder })
  keys = new WechatKeys(folder)
})
afterAll(() => gateway.stop())

interface Caller {
  mchid?: string
  serial?: string
  at?: number
  key?: KeyObject
  signedBody?: string
  signedPath?: string
  headers?: Record<string, string>
}

/** A call signed by hand, as the merchants' libraries sign them. */
async function call(method: string, path: string, body?: object, caller: Caller = {}) {
  const text = body ? JSON.stringify(body) : ''
  const timestamp = Math.floor((caller.at ?? Date.now()) / 1000)
  const nonce = '593BEC0C930BF1AFEB40B4A08C8FB242'
  const { signedPath = path, signedBody = text, key = keys.merchantKey } = caller
  const signed = `${method}\n${signedPath}\n${timestamp}\n${nonce}\n${signedBody}\n`
  const fields = {
    mchid: caller.mchid ?? '1900000109',
    nonce_str: nonce,
    signature: sign('sha256', Buffer.from(signed), key).toString('base64'),
    timestamp,
    serial_no: caller.serial ?? keys.merchantSerial,
  }
  const list = Object.entries(fields).map(([name, value]) => `${name}="${value}"`)
  const answer = await fetch(`${gateway.url}${path}`, {
    method,
    headers: {
      authorization: `WECHATPAY2-SHA256-RSA2048 ${list.join(',')}`,
      'content-type': 'application/json',
      'user-agent': 'tests',
      ...caller.headers,
    },
    ...(body && { body: text }),
  })
  const said = await answer.text()
  const { code } = (said === '' ? {} : JSON.parse(said)) as { code?: string }
  return { status: answer.status, code, said, headers: answer.headers }
}

const native = '/v3/pay/transactions/native'
let count = 0
const order = (changes: object = {}) => {
  count += 1
  return {
    appid: 'wxd678efh567hg6787',
    mchid: '1900000109',
    description: 'VIP',
    out_trade_no: `ORDER${String(count).padStart(6, '0')}`,
    notify_url: 'http://127.0.0.1:9/notify',
    amount: { total: 888, currency: 'CNY' },
    ...changes,
  }
}

test('H3 a call that is signed is answered, and the answer is signed', async () => {
  const { status, said, headers } = await call('POST', native, order())
  expect([status, said]).toEqual([200, expect.stringContaining('weixin://wxpay/bizpayurl?pr=')])
  expect(headers.get('wechatpay-serial')).toMatch(/^PUB_KEY_ID_\d{30}$/)
  expect(headers.get('wechatpay-signature')).toMatch(/^[\w+/]{342}==$/)
})

test.each([
  ['another body', { signedBody: '{}' }],
  ['another path', { signedPath: '/v3/pay/transactions/jsapi' }],
  ['another merchant', { mchid: '1900000110' }],
  ['another certificate', { serial: 'ABCDEF0123456789' }],
  ['a stale time', { at: Date.now() - 301_000 }],
  ['another scheme', { headers: { authorization: 'Bearer a' } }],
])('H3 a call signed with %s is an unsigned 401', async (_, caller) => {
  const { status, code, headers } = await call('POST', native, order(), caller)
  expect([status, code]).toEqual([401, 'SIGN_ERROR'])
  expect(headers.get('wechatpay-signature')).toBeNull()
})

test('H3 a call signed by a stranger is refused', async () => {
  expect(await call('POST', native, order(), { key: keys.foreignKey })).toMatchObject({ code: 'SIGN_ERROR' })
})

test.each([
  ['PARAM_ERROR', { out_trade_no: 'A1' }],
  ['PARAM_ERROR', { amount: { total: 8.88, currency: 'CNY' } }],
  ['PARAM_ERROR', { amount: { total: 0, currency: 'CNY' } }],
  ['PARAM_ERROR', { amount: { total: 888, currency: 'USD' } }],
  ['PARAM_ERROR', { notify_url: 'http://127.0.0.1:9/notify?a=1' }],
  ['PARAM_ERROR', { description: '会'.repeat(43) }],
  ['PARAM_ERROR', { description: '' }],
  ['PARAM_ERROR', { time_expire: '2026-11-21 12:00:00' }],
  ['PARAM_ERROR', { time_expire: new Date(Date.now() - 1_000).toISOString().replace(/\.\d+/, '') }],
  ['PARAM_ERROR', { total_fee: 888 }],
  ['MCH_NOT_EXISTS', { mchid: '1900000110' }],
  ['APPID_MCHID_NOT_MATCH', { appid: 'wx0000000000000000' }],
])('H3 an order is refused with %s for %j', async (code, changes) => {
  expect(await call('POST', native, order(changes))).toMatchObject({ status: 400, code })
})

test('H3 an order number is never used for a second order', async () => {
  const wanted = order()
  const first = await call('POST', native, wanted)
  expect((await call('POST', native, wanted)).said).toBe(first.said)
  const changed = await call('POST', native, { ...wanted, description: 'VIP+' })
  expect(changed).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
  const close = `/v3/pay/transactions/out-trade-no/${wanted.out_trade_no}/close`
  expect(await call('POST', close, { mchid: wanted.mchid })).toMatchObject({ status: 204, said: '' })
  expect(await call('POST', native, wanted)).toMatchObject({ status: 400, code: 'ORDER_CLOSED' })
  await expect(
    gateway.pay(ledger.trades.find(({ no }) => no === wanted.out_trade_no) ?? bad()),
  ).rejects.toThrow('closed')
})

test('H3 keys are the same after another start, and only there', () => {
  expect(new WechatKeys(folder).platformPublicKey).toBe(keys.platformPublicKey)
  expect(new WechatKeys(undefined).platformPublicKey).not.toBe(keys.platformPublicKey)
  expect(gateway.environment()).toMatchObject({
    WECHAT_KEYS: keys.platformPublicKey,
    WECHAT_URL: gateway.url,
  })
})

function bad(): never {
  throw new Error('no such trade')
}
