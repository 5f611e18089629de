import { createHash } from 'node:crypto'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ProviderUnavailable } from '../provider.ts'
import { type WechatPeer, newAttempt, newRefund, openWechatPeer } from '../testing/wechat.ts'
import { parseWechatBill, readWechatBill } from './wechat-bill.ts'
import type { WechatCall } from './wechat-client.ts'

let peer: WechatPeer
beforeAll(async () => void (peer = await openWechatPeer()))
afterAll(() => peer.stop())
afterEach(() => peer.faults())

const at = (text: string) => Date.parse(`${text}+08:00`)
/** When bills are asked for. */
const later = at('2026-11-30T12:00:00')

async function paidAt(time: string, amount: number, subject = 'VIP, a month') {
  peer.at(at(time))
  const attempt = newAttempt({ amount, subject, until: new Date(at(time) + 480_000) })
  await peer.provider.begin(attempt)
  await peer.pay(attempt.no)
  peer.at(later)
  return attempt
}

test('H5 a day’s bill in fen: its payments and refunds, by the day in China', async () => {
  const early = await paidAt('2026-11-20T00:00:01', 1)
  const late = await paidAt('2026-11-20T23:59:59', 129_905)
  await paidAt('2026-11-19T23:59:59', 100)
  await paidAt('2026-11-21T00:00:00', 100)
  peer.at(at('2026-11-20T23:59:59'))
  const refund = newRefund(late, 2_005)
  await peer.provider.refund(refund)
  peer.at(later)
  const lines = (await peer.provider.bill('2026-11-20')) ?? []
  expect(lines.toSorted((one, other) => one.amount - other.amount)).toEqual([
    { what: 'payment', no: early.no, amount: 1, currency: 'CNY' },
    { what: 'refund', no: refund.no, amount: 2_005, currency: 'CNY' },
    { what: 'payment', no: late.no, amount: 129_905, currency: 'CNY' },
  ])
})

test('H5 no bill yet is null; a day on which nothing happened is empty', async () => {
  await paidAt('2026-11-22T12:00:00', 500)
  peer.faults({ bill: 'none' })
  expect(await peer.provider.bill('2026-11-22')).toBeNull()
  peer.faults()
  expect(await peer.provider.bill('2026-11-01')).toEqual([])
})

test('H5 a bill with a missing line or another amount is reported as it is', async () => {
  const { no } = await paidAt('2026-11-23T12:00:00', 500)
  peer.faults({ bill: 'other-amount' })
  expect(await peer.provider.bill('2026-11-23')).toEqual([
    { what: 'payment', no, amount: 501, currency: 'CNY' },
  ])
  peer.faults({ bill: 'omit' })
  expect(await peer.provider.bill('2026-11-23')).toEqual([])
})

test.each(['tampered', 'unsigned', 'stale', 'foreign-key'] as const)(
  'H5 a bill whose address is %s is not believed',
  async (answer) => {
    await paidAt('2026-11-24T12:00:00', 500)
    peer.faults({ answer })
    await expect(peer.provider.bill('2026-11-24')).rejects.toThrow(ProviderUnavailable)
  },
)

test('H5 a bill that was changed on its way does not have its hash', async () => {
  const file = Buffer.from(bill(line()))
  const address = {
    hash_type: 'SHA1',
    hash_value: createHash('sha1').update(file).digest('hex'),
    download_url: 'https://api.mch.weixin.qq.com/v3/billdownload/file?token=a',
  }
  const read = (got: Buffer) => {
    const call = async ({ path, query }: WechatCall) => {
      if (path === 'v3/bill/tradebill') return { isOk: true as const, body: address }
      expect({ path, query }).toEqual({ path: 'v3/billdownload/file', query: { token: 'a' } })
      return { isOk: true as const, body: got }
    }
    const request = { day: '2026-11-20', appid: 'wx1', signal: AbortSignal.timeout(1_000) }
    return readWechatBill({ call, stop: () => undefined }, request)
  }
  expect(await read(file)).toHaveLength(1)
  await expect(read(Buffer.from(bill(line({ amount: '8.89' }))))).rejects.toThrow('hash')
})

const head =
  '交易时间,公众账号ID,商户号,商户订单号,交易状态,货币种类,商户退款单号,退款状态,商品名称,订单金额,申请退款金额'
const tail = '总交易单数,应结订单总金额\r\n`1,`8.88\r\n'
const line = (changes: Record<string, string> = {}) =>
  Object.values({
    time: '2026-11-20 12:00:00',
    app: 'wx1',
    merchant: '19',
    no: 'A1',
    state: 'SUCCESS',
    currency: 'CNY',
    refund: '0',
    refunded: '',
    name: 'VIP',
    amount: '8.88',
    back: '0.00',
    ...changes,
  })
    .map((cell) => `\`${cell}`)
    .join(',')
const bill = (...lines: string[]) => [head, ...lines, tail].join('\r\n')

test('H5 columns are found by their names, amounts are exact, and other apps’ lines are left out', () => {
  const payment = { what: 'payment', no: 'A1', amount: 888, currency: 'CNY' }
  expect(parseWechatBill(`\uFEFF${bill(line())}`, 'wx1')).toEqual([payment])
  expect(parseWechatBill(bill(line({ amount: '1.1' }), line({ amount: '0.29' })), 'wx1')).toEqual([
    { ...payment, amount: 110 },
    { ...payment, amount: 29 },
  ])
  const back = { state: 'REFUND', refund: 'R1', refunded: 'PROCESSING', amount: '0.00', back: '3.00' }
  expect(parseWechatBill(bill(line({ app: 'wx2' }), line(back)), 'wx1')).toEqual([
    { what: 'refund', no: 'R1', amount: 300, currency: 'CNY' },
  ])
  expect(
    parseWechatBill(bill(line({ ...back, refunded: 'FAIL' }), line({ state: 'REVOKED' })), 'wx1'),
  ).toEqual([])
})

test('H5 a bill that cannot be read is no empty bill', () => {
  for (const text of [
    bill(line({ amount: '8.888' })),
    bill(line({ amount: '' })),
    bill(`${line()},\`more`),
    bill(line()).replace('订单金额', '金额'),
    '',
    '<html></html>',
  ])
    expect(() => parseWechatBill(text, 'wx1')).toThrow(ProviderUnavailable)
})

test.runIf(isProving)('H5 a bill may take longer than one call does, and has an end of its own', async () => {
  const { no } = await paidAt('2026-11-24T12:00:00', 500)
  const wait = peer.reopen
  peer.faults({ delayMs: 1_600 })
  expect(await wait({}, 3_000).bill('2026-11-24')).toContainEqual(expect.objectContaining({ no }))
  await expect(wait({}, 3_000, 2_000).bill('2026-11-24')).rejects.toBeInstanceOf(ProviderUnavailable)
  await expect(wait({}, 200).bill('2026-11-24')).rejects.toBeInstanceOf(ProviderUnavailable)
  wait()
})
