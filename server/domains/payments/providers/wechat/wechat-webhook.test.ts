import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encryptResource, signatureHeaders } from '@clutch/emulators/payments/wechat/signatures.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { WebhookUnverified, type RawWebhook } from '../provider.ts'
import { type WechatPeer, newAttempt, openWechatPeer } from '../testing/wechat.ts'

let peer: WechatPeer
beforeAll(async () => void (peer = await openWechatPeer()))
afterAll(() => peer.stop())
beforeEach(() => {
  peer.faults()
  peer.raw.length = 0
  peer.read.length = 0
})
afterEach(() => vi.useRealTimers())

async function paid(faults: Parameters<WechatPeer['faults']>[0] = {}) {
  const attempt = newAttempt()
  peer.faults(faults)
  await peer.provider.begin(attempt)
  if (faults.notify !== 'before') await peer.pay(attempt.no)
  return attempt
}

/** A genuine notify of a payment of 8.88. */
async function genuine(): Promise<RawWebhook> {
  await paid()
  const [raw] = peer.raw
  if (!raw) throw new Error('no webhook was received')
  return raw
}

/** Signed by WeChat Pay itself, whatever it says. */
function signed(body: object, more: Record<string, string> = {}): RawWebhook {
  const bytes = Buffer.from(JSON.stringify(body))
  const headers = signatureHeaders(bytes, peer.keys(), { stranger: false, ageMs: 0 })
  return { headers: { ...headers, ...more }, body: bytes }
}

interface Envelope {
  id: string
  event_type: string
  resource: { algorithm: string; ciphertext: string; nonce: string; associated_data: string }
}

function envelopeOf({ body }: RawWebhook): Envelope {
  return JSON.parse(body.toString('utf8')) as Envelope
}

/** A notify that WeChat Pay signed and sealed, of any transaction. */
function buildWebhook(resource: object, event_type = 'TRANSACTION.SUCCESS'): RawWebhook {
  const sealed = encryptResource(JSON.stringify(resource), peer.keys().apiV3Key, 'transaction')
  return signed({
    id: 'EV-1',
    event_type,
    resource: { algorithm: 'AEAD_AES_256_GCM', associated_data: 'transaction', ...sealed },
  })
}

/** Returns why a webhook is refused, or `read`. Any other error than WebhookUnverified fails the test. */
async function refusal(raw: RawWebhook): Promise<string> {
  try {
    await peer.provider.readNotify(raw)
    return 'read'
  } catch (error) {
    if (error instanceof WebhookUnverified) return error.message
    throw error
  }
}

test('H5 the official example of a signed answer verifies, and not with a letter changed', async () => {
  // The numbers of WeChat Pay's own description of signatures: key, time, nonce, body and signature.
  vi.useFakeTimers({ toFake: ['Date'], now: 1_722_850_421_000 })
  const official = { body: '{"code_url":"weixin://wxpay/bizpayurl?pr=JyC91EIz1"}' }
  const headers = {
    'wechatpay-timestamp': '1722850421',
    'wechatpay-nonce': 'd824f2e086d3c1df967785d13fcd22ef',
    'wechatpay-serial': 'PUB_KEY_ID_OFFICIAL',
    'wechatpay-signature': officialSignature,
  }
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(official.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const provider = peer.reopen({
    WECHAT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    WECHAT_KEYS: JSON.stringify({ PUB_KEY_ID_OFFICIAL: officialKey }),
  })
  try {
    expect(await provider.begin(newAttempt())).toMatchObject({
      paymentUrl: 'weixin://wxpay/bizpayurl?pr=JyC91EIz1',
    })
    // The same bytes as a notify: the signature holds, and it is no notify.
    const body = Buffer.from(official.body)
    await expect(provider.readNotify({ headers, body })).rejects.toThrow('in another form')
    official.body = official.body.replace('JyC9', 'JyC8')
    await expect(provider.begin(newAttempt())).rejects.toMatchObject({ name: 'ProviderUnavailable' })
    const changed = Buffer.from(official.body)
    await expect(provider.readNotify({ headers, body: changed })).rejects.toThrow('does not hold')
  } finally {
    server.close()
    peer.reopen()
  }
})

test('H5 a genuine notify is read, and its repeat has the same event', async () => {
  const raw = await genuine()
  const read = await peer.provider.readNotify(raw)
  expect(read).toMatchObject({ ours: true, money: { amount: 888, currency: 'CNY' } })
  const trade = peer.trade(read.no ?? '')
  expect(await peer.gateway.sendWebhook(trade)).toEqual({
    status: 200,
    body: '{"code":"SUCCESS","message":"成功"}',
  })
  expect(peer.read.at(-1)).toEqual(read)
})

test.each([
  ['twice', 2],
  ['eight', 8],
  ['never', 0],
  ['before', 1],
] as const)('H5 notifies come %s: %i of one event', async (notify, times) => {
  await paid({ notify })
  expect(peer.read).toHaveLength(times)
  expect(new Set(peer.read.map((read) => (typeof read === 'string' ? read : read.event))).size).toBe(
    Math.min(times, 1),
  )
})

test.each([
  ['other-amount', { ours: true, money: { amount: 889, currency: 'CNY' } }],
  ['other-currency', { ours: true, money: { amount: 888, currency: 'HKD' } }],
  ['foreign', { ours: false, money: { amount: 888, currency: 'CNY' } }],
] as const)('H5 a genuine notify with %s is read as it is, for others to judge', async (notify, read) => {
  const { no } = await paid({ notify })
  expect(peer.read).toEqual([expect.objectContaining({ no, ...read })])
})

test.each(['tampered', 'forged'] as const)('H5 a notify that is %s is refused', async (notify) => {
  await paid({ notify })
  expect(peer.read).toEqual(['a notify of WeChat Pay with a signature that does not hold'])
})

test('H5 the probes of WeChat Pay are refused with a status that says so', async () => {
  const { no } = await paid()
  expect(await peer.gateway.sendProbe(peer.trade(no))).toMatchObject({ status: 401 })
  expect(peer.read.at(-1)).toContain('probe')
})

test('H5 a signature covers the received bytes: the same JSON serialised again is refused', async () => {
  const { headers, body } = await genuine()
  const anew = Buffer.from(JSON.stringify(JSON.parse(body.toString('utf8')), null, 1))
  expect(await refusal({ headers, body: anew })).toContain('does not hold')
  // Bytes that are no letters at all must not become the same letter.
  const [one, other] = [Buffer.from([0x22, 0xff, 0x22]), Buffer.from([0x22, 0xfe, 0x22])]
  const signature = signatureHeaders(one, peer.keys(), { stranger: false, ageMs: 0 })
  expect(await refusal({ headers: signature, body: one })).toContain('in another form')
  expect(await refusal({ headers: signature, body: other })).toContain('does not hold')
})

test('H5 a changed ciphertext is refused even under a signature that holds (the tag is checked)', async () => {
  const raw = await genuine()
  const { resource, ...envelope } = envelopeOf(raw)
  const sealed = Buffer.from(resource.ciphertext, 'base64')
  for (const at of [0, Math.floor(sealed.length / 2), sealed.length - 1]) {
    const flipped = Buffer.from(sealed)
    flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at)
    const changed = { ...resource, ciphertext: flipped.toString('base64') }
    expect(await refusal(signed({ ...envelope, resource: changed }))).toContain('does not open')
  }
  const short = { ...resource, ciphertext: sealed.subarray(0, 12).toString('base64') }
  expect(await refusal(signed({ ...envelope, resource: short }))).toContain('does not open')
  const elsewhere = { ...resource, associated_data: 'refund' }
  expect(await refusal(signed({ ...envelope, resource: elsewhere }))).toContain('does not open')
  // The unchanged one opens: the refusals above are due to the change alone.
  await expect(peer.provider.readNotify(signed({ ...envelope, resource }))).resolves.toMatchObject({
    ours: true,
  })
})

test('H5 eight yuan that became one in the ciphertext are not one yuan', async () => {
  const raw = await genuine()
  const { resource, ...envelope } = envelopeOf(raw)
  const plain = JSON.stringify({
    mchid: '1900000109',
    appid: 'wxd678efh567hg6787',
    trade_state: 'SUCCESS',
    amount: { total: 888, currency: 'CNY' },
  })
  const { ciphertext, nonce } = encryptResource(plain, peer.keys().apiV3Key, 'transaction')
  const bytes = Buffer.from(ciphertext, 'base64')
  const at = plain.indexOf('888')
  bytes.writeUInt8(bytes.readUInt8(at) ^ ('8'.charCodeAt(0) ^ '1'.charCodeAt(0)), at)
  const changed = { ...resource, nonce, associated_data: 'transaction', ciphertext: bytes.toString('base64') }
  expect(await refusal(signed({ ...envelope, resource: changed }))).toContain('does not open')
})

test('H5 a notify from another time is refused, in both directions', async () => {
  const { headers, body } = await genuine()
  const now = Number(headers['wechatpay-timestamp']) * 1000
  for (const [at, isTaken] of [
    [now + 299_000, true],
    [now + 301_000, false],
    [now - 299_000, true],
    [now - 301_000, false],
  ] as const) {
    vi.useFakeTimers({ toFake: ['Date'], now: at })
    const why = 'a notify of WeChat Pay from another time'
    expect(await refusal({ headers, body })).toBe(isTaken ? 'read' : why)
  }
  vi.useRealTimers()
  expect(await refusal({ headers: { ...headers, 'wechatpay-timestamp': 'NaN' }, body })).toContain(
    'another time',
  )
})

test.each(['__proto__', 'constructor', 'PUB_KEY_ID_0000000000', ''])(
  'H5 a notify under the serial “%s” is refused',
  async (serial) => {
    const { headers, body } = await genuine()
    expect(await refusal({ headers: { ...headers, 'wechatpay-serial': serial }, body })).toContain(
      'unknown serial',
    )
  },
)

test.each(['serial', 'timestamp', 'nonce', 'signature'])(
  'H5 a notify without its %s, or with two, is refused',
  async (name) => {
    const { headers, body } = await genuine()
    const { [`wechatpay-${name}`]: value = '', ...others } = headers
    expect(await refusal({ headers: others, body })).toContain(`without wechatpay-${name}`)
    expect(await refusal({ headers: { ...others, [`wechatpay-${name}`]: [String(value)] }, body })).toContain(
      `without wechatpay-${name}`,
    )
  },
)

test('H5 another APIv3 key opens nothing', async () => {
  const raw = await genuine()
  const other = peer.reopen({ WECHAT_API_V3_KEY: 'x'.repeat(32) })
  await expect(other.readNotify(raw)).rejects.toThrow('does not open')
  peer.reopen()
})

test('H5 only a transaction that is SUCCESS is money, and only our merchant and app are ours', async () => {
  const orderFields = { mchid: '1900000109', appid: 'wxd678efh567hg6787', out_trade_no: 'A12345678' }
  const amount = { total: 888, currency: 'CNY' }
  const read = (resource: object, kind?: string) => peer.provider.readNotify(buildWebhook(resource, kind))
  const success = { ...orderFields, trade_state: 'SUCCESS', amount }
  expect(await read(success)).toMatchObject({
    about: 'payment',
    ours: true,
    money: { amount: 888, currency: 'CNY' },
  })
  for (const trade_state of ['NOTPAY', 'USERPAYING', 'CLOSED', 'REFUND', 'PAYERROR', undefined])
    expect(await read({ ...success, trade_state })).toMatchObject({ money: null })
  for (const kind of ['REFUND.SUCCESS', 'REFUND.ABNORMAL', 'REFUND.CLOSED'])
    expect(await read(success, kind)).toMatchObject({ money: null, about: 'refund' })
  expect(await read({ ...success, appid: 'wx0000000000000000' })).toMatchObject({ ours: false })
  expect(await read({ ...success, mchid: '1900000110' })).toMatchObject({ ours: false })
  expect(await read({ ...success, appid: undefined })).toMatchObject({ ours: false })
  expect(await refusal(buildWebhook({ ...success, amount: { total: 8.88, currency: 'CNY' } }))).toContain(
    'another content',
  )
  expect(await refusal(buildWebhook([]))).toContain('another content')
})

test('H5 a signed body that is no notify is refused', async () => {
  for (const body of [{}, { id: 'EV-1', event_type: 'TRANSACTION.SUCCESS' }, [], { resource: null }])
    expect(await refusal(signed(body))).toContain('in another form')
  const { resource, ...envelope } = envelopeOf(await genuine())
  const other = { ...envelope, resource: { ...resource, algorithm: 'AEAD_SM4_GCM' } }
  expect(await refusal(signed(other))).toContain('in another form')
})

const officialKey = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAwXNI6sdlknHBnK8Fu2U6
Cwor9qY747jP8KAfeBMeveEt1TqaHkLfaSD07trZLhGpfs8/AHqjhgSMO1O10YQW
OrrJ4hjIWPKqxbgrYMkBQc+mwdiWp4W3ByCqxBRagCveCXRWCmuJYovl9H/bsDI0
iGbpVtEOghJtfciisYSgxcLufUDTRkvwxjIBK1pCRjk33jJ5YTBWTHMRtMAOcFLN
F6hdEYdX8SPsgHHeLZ5Lv2T/686w1xtgCHef/sd4uSfWmyzsalQdHG/e4IyYmrhx
+O3VBoNDzE3nx23bFeV/RVNCG7cV6VhmYokJNHa/erIPkEmEFID6A5wQOXuxUkmJ
WwIDAQAB
-----END PUBLIC KEY-----`
const officialSignature =
  'mfI1CPqvBrgcXfgXMFjdNIhBf27ACE2YyeWsWV9ZI7T7RU0vHvbQpu9Z32ogzc+k8ZC5n3kz7h70eWKjgqNdKQF0eRp8mVKlmfzMLBVHbssB9jEZEDXThOX1XFqX7s7ymia1hoHQxQagPGzkdWxtlZPZ4ZPvr1RiqkgAu6Is8MZgXXrRoBKqjmSdrP1N7uxzJ/cjfSiis9FiLjuADoqmQ1P7p2N876YPAol7Rn0+GswwAwxldbdLrmVSjfytfSBJFqTMHn4itojgxSWWN1byuckQt8hSTEv/Lg97QoeGniYP17T80pJeQyL3b+295FPHSO2AtvCgyIbKMZ0BALilAA=='
