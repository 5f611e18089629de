import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { zipSync } from 'fflate'
import { encodeGbk } from '@clutch/emulators/payments/alipay/bill-file.ts'
import { afterEach, expect, test } from 'vitest'
import { alipayProvider } from './alipay.ts'
import { readBillZip } from './alipay-bill.ts'
import type { Provider } from '../provider.ts'
import { attemptOf, openSigner, refundOf, settingsFor } from '../testing/alipay.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()
const silent = { name: 'ProviderUnavailable' }
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Alipay, genuine and of one answer. */
async function answering(answer: unknown, more: Parameters<typeof openSigner>[2] = {}): Promise<Provider> {
  const peer = await openSigner(key, answer, more)
  const provider = alipayProvider(
    settingsFor('http://127.0.0.1:8080', {
      ALIPAY_URL: peer.url,
      ALIPAY_APP_ID: '2021000100000001',
      ALIPAY_SELLER_ID: '2088000100000001',
      ALIPAY_PRIVATE_KEY: key,
      ALIPAY_PUBLIC_KEY: publicKey,
    }),
    { now: () => new Date() },
  )
  if (!provider) throw new Error('Alipay is not set up')
  closers.push(peer.stop, provider.stop)
  return provider
}

const attempt = attemptOf({ no: 'A1' })
const trade = {
  trade_no: '2026112100',
  out_trade_no: 'A1',
  trade_status: 'TRADE_SUCCESS',
  total_amount: '8.88',
  send_pay_date: '2026-11-20 12:00:00',
}

test('H5 a payment has its number, its money and its time', async () => {
  const paidAt = new Date('2026-11-20T04:00:00Z')
  const payment = { reference: '2026112100', amount: 888, currency: 'CNY', paidAt }
  expect(await (await answering(trade)).ask(attempt, true)).toEqual({ state: 'paid', payment })
  const foreign = await answering({ ...trade, trans_currency: 'USD' })
  expect(await foreign.ask(attempt, true)).toMatchObject({ payment: { currency: 'USD' } })
})

test.each([
  ['about another payment', { out_trade_no: 'A2' }],
  ['of an unknown state', { trade_status: 'TRADE_WON' }],
  ['of no amount', { total_amount: '8.888' }],
  ['of no time', { send_pay_date: undefined }],
  ['of an invalid time', { send_pay_date: 'soon' }],
  ['of another form', { total_amount: 8.88 }],
])('H5 of a signed answer %s nothing follows', async (_, change) => {
  const alipay = await answering({ ...trade, ...change })
  await expect(alipay.ask(attempt, true)).rejects.toMatchObject(silent)
})

test('H3 redirects are not followed, not even to a genuine answer', async () => {
  const elsewhere = await openSigner(key, trade)
  closers.push(elsewhere.stop)
  const alipay = await answering({}, { headers: { location: elsewhere.url } })
  await expect(alipay.ask(attempt, true)).rejects.toMatchObject(silent)
  expect(elsewhere.asked).toEqual([])
})

test('H5 a closing that was answered for another payment closes nothing', async () => {
  await expect((await answering({ out_trade_no: 'A2' })).close(attempt)).rejects.toMatchObject(silent)
})

test.each([
  ['another payment', { out_trade_no: 'A2', out_request_no: 'A1R', refund_amount: '8.88' }],
  ['another refund', { out_trade_no: 'A1', out_request_no: 'A2R', refund_amount: '8.88' }],
  ['another amount', { out_trade_no: 'A1', out_request_no: 'A1R', refund_amount: '8.80' }],
])('H5 a refund is not done by an answer about %s', async (_, said) => {
  const alipay = await answering({ ...said, refund_status: 'REFUND_SUCCESS', fund_change: 'Y' })
  await expect(alipay.askRefund(refundOf(attempt))).rejects.toMatchObject(silent)
})

const path = '/v3/alipay/trade/refund'
const found = { out_trade_no: 'A1', out_request_no: 'A1R', refund_amount: '8.88' }
const done = { ...found, refund_status: 'REFUND_SUCCESS' }
const over = { refuses: { path, code: 'ACQ.TRADE_HAS_FINISHED' } }
const broke = { refuses: { path, code: 'ACQ.SELLER_BALANCE_NOT_ENOUGH' } }
const lost = { refuses: { path, code: 'ACQ.SYSTEM_ERROR' } }

test('H5 a refused refund that an earlier try has made is done', async () => {
  const result = await (await answering(done, over)).refund(refundOf(attempt))
  expect(result).toEqual({ state: 'done', reference: null })
})

test('H5 a refund is failed where no try changes it; without money at hand it is only refused', async () => {
  const failed = await (await answering({}, over)).refund(refundOf(attempt))
  expect(failed).toEqual({ state: 'failed', code: 'ACQ.TRADE_HAS_FINISHED' })
  const { code } = broke.refuses
  const refused = { name: 'ProviderRefused', code }
  await expect((await answering({}, broke)).refund(refundOf(attempt))).rejects.toMatchObject(refused)
  await expect((await answering({}, lost)).refund(refundOf(attempt))).rejects.toMatchObject(silent)
})

test('H5 a refund that is not reported as made was not made, and may be requested again', async () => {
  expect(await (await answering(found)).askRefund(refundOf(attempt))).toEqual({ state: 'absent' })
})

test.each([
  'http://127.0.0.1:1/bill',
  'https://alipay.com.example.org/bill',
  'https://dwbillcenter.alipay.com:8443/bill',
  'https://user@dwbillcenter.alipay.com/bill',
  'file:///etc/passwd',
])('H5 no bill is fetched from %s, even if the answer is signed', async (address) => {
  const alipay = await answering({ bill_download_url: address })
  await expect(alipay.bill('2026-11-19')).rejects.toThrow('not its own')
})

const head = '支付宝交易号,商户订单号,业务类型,商品名称,完成时间,订单金额（元）,退款批次号/请求号,备注'
const end = '#-----业务明细列表结束-----'
const zipOf = (...rows: string[]) => {
  const name = Buffer.from(encodeGbk('2088_业务明细.csv')).toString('latin1')
  return zipSync({ [name]: encodeGbk(['#支付宝业务明细查询', ...rows, ''].join('\r\n')) })
}

test('H5 a bill is read by the names of its columns; lines of other kinds are left', () => {
  const zip = zipOf(
    head,
    '1\t,A1\t,交易,VIP,2026,8.88,,',
    '1\t,A1\t,退款,VIP, a, b,2026,-8.80,R1\t,',
    '2\t,A2\t,转账,x,2026,1,,',
    end,
  )
  expect(readBillZip(zip)).toEqual([
    { what: 'payment', no: 'A1', amount: 888, currency: 'CNY' },
    { what: 'refund', no: 'R1', amount: 880, currency: 'CNY' },
  ])
  expect(readBillZip(zipOf(head, end))).toEqual([])
})

test.each([
  ['was cut off', zipOf(head, '1,A1,交易,VIP,2026,8.88,,')],
  ['has a line that was cut off', zipOf(head, '1,A1,交易', end)],
  ['has an invalid amount', zipOf(head, '1,A1,交易,VIP,2026,8.8.8,,', end)],
  ['has lost a column', zipOf(head.replace('订单金额（元）', '金额'), '1,A1,交易,VIP,2026,8.88,,', end)],
  ['is no zip', new Uint8Array(100)],
  ['is a zip of something else', zipSync({ 'a.csv': new Uint8Array(1) })],
])('H5 a bill that %s is refused', (_, zip) => {
  expect(() => readBillZip(zip)).toThrow(expect.objectContaining(silent))
})
