import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signResponse } from '@clutch/emulators/payments/wechat/signatures.ts'
import { sampleCases } from '@clutch/tools/testing/test-options.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../../platform/config/config.ts'
import { type Provider, ProviderRefused, ProviderUnavailable } from '../provider.ts'
import { type WechatPeer, newAttempt, newRefund, openWechatPeer } from '../testing/wechat.ts'
import { wechatProvider } from './wechat.ts'

let peer: WechatPeer
const servers: Server[] = []
beforeAll(async () => void (peer = await openWechatPeer()))
afterAll(() => peer.stop())
afterEach(() => {
  peer.faults()
  if (servers.length > 0) peer.reopen()
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
  peer.raw.length = 0
  peer.read.length = 0
})

async function begun(changes: Parameters<typeof newAttempt>[0] = {}) {
  const attempt = newAttempt(changes)
  await peer.provider.begin(attempt)
  return attempt
}

async function paid(changes: Parameters<typeof newAttempt>[0] = {}) {
  const attempt = await begun(changes)
  await peer.pay(attempt.no)
  return attempt
}

const answerFaults = ['tampered', 'unsigned', 'stale', 'foreign-key'] as const

test('H3 WeChat Pay is off without its settings, and reports when it is an emulator', () => {
  expect(wechatProvider(readConfig({ CLUTCH_ENV: 'development' }), { now: () => new Date() })).toBeNull()
  expect(peer.provider).toMatchObject({ method: 'wechat', currency: 'CNY', emulated: true })
  expect(peer.provider.host).toBe(new URL(peer.gateway.url).host)
  const real = wechatProvider(
    {
      ...readConfig({ CLUTCH_ENV: 'development', ...peer.gateway.environment() }),
      wechatUrl: 'https://api2.mch.weixin.qq.com',
    },
    { now: () => new Date() },
  )
  expect(real).toMatchObject({ emulated: false, host: 'api2.mch.weixin.qq.com' })
  real?.stop()
})

test('H3 keys are taken as base64 without PEM as well', async () => {
  const { WECHAT_PRIVATE_KEY = '', WECHAT_KEYS = '{}' } = peer.gateway.environment()
  const bare = (text: string) => text.replace(/-----[^-]+-----|\s/g, '')
  const keys = Object.entries(JSON.parse(WECHAT_KEYS) as Record<string, string>)
  const provider = peer.reopen({
    WECHAT_PRIVATE_KEY: bare(WECHAT_PRIVATE_KEY),
    WECHAT_KEYS: JSON.stringify(Object.fromEntries(keys.map(([id, key]) => [id, bare(key)]))),
  })
  expect(await provider.ask(await begun(), false)).toEqual({ state: 'unpaid' })
  peer.reopen()
})

test('H5 a whole life: started, queried, paid, confirmed by webhook, refunded in two parts', async () => {
  const attempt = newAttempt()
  expect(await peer.provider.ask(attempt, false)).toEqual({ state: 'absent' })
  const first = await peer.provider.begin(attempt)
  expect(first.paymentUrl).toMatch(/^weixin:\/\/wxpay\/bizpayurl\?pr=\w+$/)
  expect(await peer.provider.begin(attempt)).toEqual(first)
  expect(await peer.provider.ask(attempt, false)).toEqual({ state: 'unpaid' })
  await peer.pay(attempt.no)
  const money = { amount: 888, currency: 'CNY' }
  expect(peer.read).toEqual([
    {
      about: 'payment',
      event: expect.stringMatching(/^EV-4200\d{24}$/),
      kind: 'TRANSACTION.SUCCESS',
      no: attempt.no,
      providerOrder: null,
      ours: true,
      money,
    },
  ])
  const { ref, paidAt } = peer.trade(attempt.no)
  const second = Math.floor((paidAt ?? 0) / 1000) * 1000
  const said = { state: 'paid', payment: { reference: ref, ...money, paidAt: new Date(second) } }
  expect(await peer.provider.ask(attempt, true)).toEqual(said)
  expect(await peer.provider.close(attempt)).toEqual(said)
  const part = newRefund(attempt, 300, `P${attempt.no}`)
  const done = await peer.provider.refund(part)
  expect(done).toEqual({ state: 'done', reference: expect.stringMatching(/^5030\d{24}$/) })
  expect(await peer.provider.refund(part)).toEqual(done)
  expect(await peer.provider.askRefund(part)).toEqual(done)
  expect(peer.trade(attempt.no).refunds).toHaveLength(1)
  expect(await peer.provider.ask(attempt, false)).toEqual(said)
  expect(await peer.provider.refund(newRefund(attempt, 588))).toMatchObject({ state: 'done' })
})

test('H5 a refund’s notify is ours and no payment', async () => {
  const attempt = await paid()
  peer.read.length = 0
  await peer.provider.refund(newRefund(attempt, 888))
  await expect.poll(() => peer.read).toHaveLength(1)
  expect(peer.read[0]).toMatchObject({ kind: 'REFUND.SUCCESS', no: attempt.no, ours: true, money: null })
})

test('H3 requests to WeChat Pay: the day’s end in China, no text beyond its byte limit, no query in the notify address', async () => {
  const until = new Date(Math.ceil(Date.now() / 1000) * 1000 + 480_000)
  const { no } = await begun({ until, subject: '会员'.repeat(40) })
  const trade = peer.trade(no)
  expect(trade).toMatchObject({ amount: 888, currency: 'CNY', expires: until.getTime() })
  expect(trade.subject).toBe('会员'.repeat(21))
  expect(trade.notifyUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/payment\/notify\/wechat$/)
})

test('H4 an unpaid attempt is closed permanently; a number closed before its start is never started', async () => {
  const attempt = await begun()
  expect(await peer.provider.close(attempt)).toEqual({ state: 'closed' })
  expect(await peer.provider.close(attempt)).toEqual({ state: 'closed' })
  expect(await peer.provider.ask(attempt, false)).toEqual({ state: 'closed' })
  await expect(peer.provider.begin(attempt)).rejects.toThrow(ProviderRefused)
  const never = newAttempt()
  expect(await peer.provider.close(never)).toEqual({ state: 'closed' })
  await expect(peer.provider.begin(never)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
})

test('H3 one number with another amount is refused, and the first stays as it was', async () => {
  const attempt = await begun()
  const other = peer.provider.begin({ ...attempt, amount: 1 })
  await expect(other).rejects.toMatchObject({ name: 'ProviderRefused', code: 'INVALID_REQUEST' })
  expect(peer.trade(attempt.no).amount).toBe(888)
})

test.each(answerFaults)('H5 an answer that is %s says nothing, whatever was asked', async (answer) => {
  const attempt = await begun()
  const unknown = await paid()
  peer.faults({ answer })
  await expect(peer.provider.begin(newAttempt())).rejects.toThrow(ProviderUnavailable)
  await expect(peer.provider.ask(attempt, false)).rejects.toThrow(ProviderUnavailable)
  await expect(peer.provider.ask(unknown, false)).rejects.toThrow(ProviderUnavailable)
  await expect(peer.provider.close(attempt)).rejects.toThrow(ProviderUnavailable)
  const refund = newRefund(unknown, 888)
  await expect(peer.provider.refund(refund)).rejects.toThrow(ProviderUnavailable)
  peer.faults()
  // It was done all the same, and the next try says so.
  expect(await peer.provider.refund(refund)).toMatchObject({ state: 'done' })
  expect(peer.trade(unknown.no).refunds).toHaveLength(1)
})

test.each([302, 429, 500, 502])('H5 a status of %i says nothing', async (status) => {
  const attempt = await paid()
  peer.faults({ status })
  await expect(peer.provider.begin(newAttempt())).rejects.toThrow(ProviderUnavailable)
  await expect(peer.provider.ask(attempt, false)).rejects.toThrow(ProviderUnavailable)
  await expect(peer.provider.close(attempt)).rejects.toThrow(ProviderUnavailable)
  await expect(peer.provider.refund(newRefund(attempt, 888))).rejects.toThrow(ProviderUnavailable)
  await expect(peer.provider.askRefund(newRefund(attempt, 888))).rejects.toThrow(ProviderUnavailable)
  await expect(peer.provider.bill('2026-11-20')).rejects.toThrow(ProviderUnavailable)
})

test.each(sampleCases(['undone', 'done'] as const, 2, 1))(
  'H5 a call that hangs (%s) ends in silence, and is repeated',
  async (hang) => {
    const attempt = newAttempt()
    const isDone = hang === 'done'
    const impatient = peer.reopen({}, 1_000)
    peer.faults({ hang })
    await expect(impatient.begin(attempt)).rejects.toThrow(ProviderUnavailable)
    expect(peer.ledger.find('wechat', attempt.no) !== undefined).toBe(isDone)
    peer.faults()
    const provider = peer.reopen()
    expect(await provider.begin(attempt)).toMatchObject({ providerOrder: null })
    await peer.pay(attempt.no)
    const refund = newRefund(attempt, 888)
    peer.faults({ hang })
    await expect(impatient.refund(refund)).rejects.toThrow(ProviderUnavailable)
    expect(peer.trade(attempt.no).refunds).toHaveLength(isDone ? 1 : 0)
    peer.faults()
    expect(await provider.refund(refund)).toMatchObject({ state: 'done' })
    expect(peer.trade(attempt.no).refunds).toHaveLength(1)
  },
)

/** A WeChat Pay that answers every call the same, and signs everything but refusals. */
async function saying(answer: object, status = 200, headers: Record<string, string> = {}): Promise<Provider> {
  const server = createServer((_, response) => {
    const plain = { status, type: 'application/json', body: JSON.stringify(answer), headers }
    const given = status < 300 ? signResponse(plain, peer.keys(), 'ok') : plain
    response.writeHead(status, { 'content-type': given.type, ...given.headers }).end(given.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return peer.reopen({ WECHAT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

const transaction = (no: string, changes: object = {}) => ({
  mchid: '1900000109',
  appid: 'wxd678efh567hg6787',
  out_trade_no: no,
  trade_state: 'SUCCESS',
  transaction_id: '4200',
  success_time: '2026-11-21T12:00:00+08:00',
  amount: { total: 888, currency: 'CNY' },
  ...changes,
})

test.each([
  ['NOTPAY', 'unpaid'],
  ['PAYERROR', 'unpaid'],
  ['USERPAYING', 'pending'],
  ['CLOSED', 'closed'],
  ['REVOKED', 'closed'],
  ['SUCCESS', 'paid'],
  ['REFUND', 'paid'],
])('H5 a signed %s is %s', async (trade_state, state) => {
  const attempt = newAttempt()
  const provider = await saying(transaction(attempt.no, { trade_state }))
  expect(await provider.ask(attempt, false)).toMatchObject({ state })
})

test.each([
  ['another number', { out_trade_no: 'A0000000001' }],
  ['another merchant', { mchid: '1900000110' }],
  ['another app', { appid: 'wx0000000000000000' }],
  ['an unknown state', { trade_state: 'ACCEPT' }],
  ['no money', { amount: undefined }],
  ['a half fen', { amount: { total: 888.5, currency: 'CNY' } }],
  ['no number of the payment', { transaction_id: undefined }],
])('H5 a signed answer about %s says nothing', async (_, changes) => {
  const attempt = newAttempt()
  const provider = await saying(transaction(attempt.no, changes))
  await expect(provider.ask(attempt, false)).rejects.toThrow(ProviderUnavailable)
})

test('H5 amounts of a signed answer are taken unchanged', async () => {
  const attempt = newAttempt()
  const provider = await saying(transaction(attempt.no, { amount: { total: 1, currency: 'HKD' } }))
  expect(await provider.ask(attempt, false)).toEqual({
    state: 'paid',
    payment: { reference: '4200', amount: 1, currency: 'HKD', paidAt: new Date('2026-11-21T04:00:00Z') },
  })
})

test.each([
  [500, 'SYSTEM_ERROR'],
  [500, 'ORDER_NOT_EXIST'],
  [429, 'FREQUENCY_LIMITED'],
  [503, 'SERVICE_UNAVAILABLE'],
  [202, 'ACCEPTED'],
  [400, 'not a code'],
])('H5 a %i with %s is no refusal: the outcome is unknown', async (status, code) => {
  const provider = await saying({ code }, status)
  const attempt = newAttempt()
  await expect(provider.begin(attempt)).rejects.toThrow(ProviderUnavailable)
  await expect(provider.ask(attempt, false)).rejects.toThrow(ProviderUnavailable)
  await expect(provider.close(attempt)).rejects.toThrow(ProviderUnavailable)
  await expect(provider.refund(newRefund(attempt, 888))).rejects.toThrow(ProviderUnavailable)
})

test('H5 redirects are not followed', async () => {
  const attempt = await begun()
  const path = `/v3/pay/transactions/out-trade-no/${attempt.no}?mchid=1900000109`
  const elsewhere: string[] = []
  const other = createServer((request, response) => {
    elsewhere.push(request.url ?? '')
    response.end()
  }).listen(0, '127.0.0.1')
  await once(other, 'listening')
  servers.push(other)
  const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}${path}`
  const provider = await saying({}, 302, { location })
  await expect(provider.ask(attempt, false)).rejects.toThrow(ProviderUnavailable)
  expect(elsewhere).toEqual([])
})

test.each([
  ['PROCESSING', { state: 'pending' }],
  ['ABNORMAL', { state: 'pending' }],
  ['CLOSED', { state: 'failed', code: 'CLOSED' }],
  ['SUCCESS', { state: 'done', reference: '5030' }],
])('H5 a refund that is %s is %j', async (status, said) => {
  const refund = newRefund(newAttempt(), 300)
  const answer = {
    out_refund_no: refund.no,
    out_trade_no: refund.attempt.no,
    refund_id: '5030',
    status,
    amount: { refund: 300 },
  }
  expect(await (await saying(answer)).refund(refund)).toEqual(said)
  expect(await (await saying(answer)).askRefund(refund)).toEqual(said)
  for (const changes of [{ out_refund_no: 'R1' }, { out_trade_no: 'A1' }, { amount: { refund: 301 } }])
    await expect((await saying({ ...answer, ...changes })).refund(refund)).rejects.toThrow(
      ProviderUnavailable,
    )
})

test('H5 a slow answer within the timeout is accepted, and without a listener nothing is retained', async () => {
  const attempt = await begun()
  peer.faults({ delayMs: 50 })
  expect(await peer.provider.ask(attempt, false)).toEqual({ state: 'unpaid' })
  const gone = peer.reopen({ WECHAT_URL: 'http://127.0.0.1:9' })
  const error = await gone.ask(attempt, false).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ProviderUnavailable)
  // No address, no key, and no cause that would hold them.
  expect(String(error)).not.toContain('127.0.0.1')
  expect((error as Error).cause).toBeUndefined()
  peer.reopen()
})

test('H5 no proxy of the environment is asked', async () => {
  process.env['HTTP_PROXY'] = 'http://127.0.0.1:9'
  process.env['http_proxy'] = 'http://127.0.0.1:9'
  process.env['NO_PROXY'] = ''
  try {
    expect(await peer.provider.ask(await begun(), false)).toEqual({ state: 'unpaid' })
  } finally {
    delete process.env['HTTP_PROXY']
    delete process.env['http_proxy']
    delete process.env['NO_PROXY']
  }
})

test('H5 a call signed by another key, or for another merchant, is refused and nothing is concluded', async () => {
  const attempt = await begun()
  const stranger = peer.reopen({ WECHAT_CERT_SERIAL: 'ABCDEF0123456789' })
  await expect(stranger.begin(newAttempt())).rejects.toMatchObject({ code: 'SIGN_ERROR' })
  await expect(stranger.ask(attempt, false)).rejects.toThrow(ProviderUnavailable)
  await expect(stranger.close(attempt)).rejects.toThrow(ProviderUnavailable)
  await expect(stranger.refund(newRefund(attempt, 888))).rejects.toThrow(ProviderUnavailable)
  peer.reopen()
})

test('H5 a refund beyond the paid amount fails permanently; one of an unpaid attempt is refused', async () => {
  const attempt = await paid()
  const most = newRefund(attempt, 889)
  expect(await peer.provider.refund(most)).toEqual({ state: 'failed', code: 'INVALID_REQUEST' })
  const unpaid = await begun()
  const refund = newRefund(unpaid, 888)
  await expect(peer.provider.refund(refund)).rejects.toMatchObject({ code: 'RESOURCE_NOT_EXISTS' })
})

test('H5 a refund that WeChat Pay does not know is absent until its repetition makes it', async () => {
  const refund = newRefund(await paid(), 888)
  peer.faults({ status: 500 })
  await expect(peer.provider.refund(refund)).rejects.toThrow(ProviderUnavailable)
  peer.faults()
  expect(await peer.provider.askRefund(refund)).toEqual({ state: 'absent' })
  expect(await peer.provider.refund(refund)).toMatchObject({ state: 'done' })
  expect(await peer.provider.askRefund(refund)).toMatchObject({ state: 'done' })
})

test('H5 old and new key hold while one takes the other’s place; a forgotten one does not', async () => {
  const attempt = await begun()
  const before = peer.provider
  peer.gateway.rotateKeys()
  // The portal that knows the old key alone believes nothing that the new one signs.
  await expect(before.ask(attempt, false)).rejects.toThrow(ProviderUnavailable)
  const both = peer.reopen()
  expect(await both.ask(attempt, false)).toEqual({ state: 'unpaid' })
  const paidBefore = await paid()
  const [old] = peer.raw
  if (!old) throw new Error('no webhook was received')
  await expect(both.readNotify(old)).resolves.toMatchObject({ no: paidBefore.no })
  peer.gateway.rotateKeys()
  peer.gateway.forget()
  const newest = peer.reopen()
  await expect(newest.readNotify(old)).rejects.toThrow('unknown serial')
  expect(await newest.ask(attempt, false)).toEqual({ state: 'unpaid' })
})
