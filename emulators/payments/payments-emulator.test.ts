import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { type PaymentsEmulatorHandle, startPaymentsEmulator, noPaymentFaults } from './index.ts'
import { Ledger } from './trades/ledger.ts'
import type { Trade } from './trades/trade.ts'

const started: PaymentsEmulatorHandle[] = []
const folders: string[] = []
// Keys take a while to make: those of one start serve the others.
const keys = newFolder()
afterEach(async () => {
  await Promise.all(started.splice(0).map((emulator) => emulator.stop()))
})
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-payments-'))
  folders.push(folder)
  return folder
}

const trade: Trade = {
  provider: 'paypal',
  no: 'P1',
  order: '5O190127TN364715T',
  amount: 1_290,
  currency: 'USD',
  subject: '<b>VIP</b> & more',
  state: 'waiting',
  ref: null,
  created: Date.parse('2026-11-20T04:00:00Z'),
  expires: null,
  paidAt: null,
  notifyUrl: 'http://127.0.0.1:9/notify',
  returnUrl: 'http://127.0.0.1:9/orders/1?x=1',
  refunds: [{ no: 'R1', amount: 100, ref: '1', at: 1 }],
}

/** Starts an emulator that knows payments of an earlier start. */
async function start(trades: readonly Trade[] = [trade]): Promise<PaymentsEmulatorHandle> {
  const ledgerFile = join(newFolder(), 'ledger.json')
  const ledger = new Ledger(ledgerFile)
  for (const one of trades) ledger.save(one)
  const emulator = await startPaymentsEmulator({ ledgerFile, keyFolder: keys, repeatMs: [] })
  started.push(emulator)
  return emulator
}

const form = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  ({ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields), headers }) as const
const posted = (value: unknown) =>
  ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  }) as const

test('each provider has settings that lead to it, and all of them together', async () => {
  const emulator = await start([])
  const all = emulator.environment()
  expect(Object.keys(emulator.environment('alipay'))).toContain('ALIPAY_URL')
  expect(Object.keys(emulator.environment('wechat'))).toContain('WECHAT_URL')
  expect(Object.keys(emulator.environment('paypal'))).toContain('PAYPAL_CONNECT')
  for (const provider of ['alipay', 'wechat', 'paypal'] as const)
    expect(all).toMatchObject(emulator.environment(provider))
})

test('the page lists payments and says that no money moves, in a policy that runs nothing', async () => {
  const emulator = await start()
  const page = await fetch(emulator.url)
  const text = await page.text()
  expect(text).toContain('不会有真实的资金往来')
  expect(text).toContain('no money moves')
  expect(text).toContain('12.90 USD')
  expect(text).toContain('1.00 USD')
  expect(text).not.toContain('<b>VIP</b>')
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(await (await fetch(`${emulator.url}/trades.json`)).json()).toEqual([trade])
})

test('a buyer gives up at PayPal’s page, and is sent back to where they came from', async () => {
  const emulator = await start()
  const at = await fetch(`${emulator.url}/paypal/checkoutnow?token=${trade.order}`)
  expect(at.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:9")
  expect(await at.text()).toContain('name="as" value="buyer"')
  const back = await fetch(`${emulator.url}/cancel`, form({ provider: 'paypal', no: 'P1', as: 'buyer' }))
  expect(back.status).toBe(303)
  expect(back.headers.get('location')).toBe(`${trade.returnUrl}&token=${trade.order}`)
  expect(emulator.trades).toMatchObject([{ state: 'closed' }])
  expect((await fetch(`${emulator.url}/paypal/checkoutnow?token=none`)).status).toBe(404)
})

test('the buyer who approves at PayPal is sent back as the payer', async () => {
  const emulator = await start()
  const back = await fetch(`${emulator.url}/pay`, form({ provider: 'paypal', no: 'P1', as: 'buyer' }))
  expect(back.headers.get('location')).toContain('PayerID=')
  expect(emulator.trades).toMatchObject([{ state: 'approved' }])
})

test('what is not as it should be changes nothing', async () => {
  const emulator = await start()
  const pay = (fields: Record<string, string>, headers = {}) =>
    fetch(`${emulator.url}/pay`, form({ provider: 'paypal', no: 'P1', ...fields }, headers))
  expect((await pay({ no: 'P2' })).status).toBe(400)
  expect((await pay({ provider: 'bank' })).status).toBe(400)
  expect((await pay({}, { 'sec-fetch-site': 'cross-site' })).status).toBe(400)
  const disguised = { method: 'POST', body: '{"provider":"paypal","faults":{"hang":"done"}}' }
  expect((await fetch(`${emulator.url}/control`, disguised)).status).toBe(400)
  expect(emulator.trades).toMatchObject([{ state: 'waiting' }])
  expect((await pay({})).status).toBe(303)
  expect((await pay({})).status).toBe(400)
})

test('a page of another name gets nothing', async () => {
  const emulator = await start()
  const status = await new Promise((done) => {
    request(emulator.url, { headers: { host: 'evil.example' } }, (answer) => done(answer.statusCode)).end()
  })
  expect(status).toBe(403)
})

test('faults are set by JSON and by the form of the page, and hold until they are changed', async () => {
  const emulator = await start()
  const control = async (value: unknown) => (await fetch(`${emulator.url}/control`, posted(value))).json()
  const asked = { provider: 'alipay', faults: { notify: 'never', delayMs: 5 } }
  expect(await control(asked)).toEqual({ ...noPaymentFaults, notify: 'never', delayMs: 5 })
  expect(await control({ provider: 'alipay', faults: { reorder: true } })).toMatchObject({ delayMs: 5 })
  const page = await (await fetch(`${emulator.url}/faults?provider=alipay`)).text()
  expect(page).toContain('<option selected>never</option>')
  const fields = { answer: 'stale', hang: 'no', notify: 'once', bill: 'ok' }
  const numbers = { delayMs: '0', status: '500', notifyDelayMs: '7' }
  const sent = form({ provider: 'alipay', do: 'set', ...fields, ...numbers })
  expect((await fetch(`${emulator.url}/faults`, sent)).headers.get('location')).toBe(
    '/faults?provider=alipay',
  )
  const now = { ...noPaymentFaults, answer: 'stale', status: 500, notifyDelayMs: 7 }
  expect(await control({ provider: 'alipay' })).toEqual(now)
  expect(await control({ provider: 'wechat' })).toEqual(noPaymentFaults)
})

test.each([
  [{ notify: 'sometimes' }],
  [{ delayMs: -1 }],
  [{ delayMs: '5' }],
  [{ status: 600 }],
  [{ reorder: 'on' }],
  [{ constructor: 1 }],
  [5],
])('a fault that is none is refused: %j', async (faults) => {
  const emulator = await start([])
  expect((await fetch(`${emulator.url}/control`, posted({ provider: 'alipay', faults }))).status).toBe(400)
})

test('captures of PayPal stay pending until they are not to, by JSON and by the form of its page alone', async () => {
  const emulator = await start([{ ...trade, state: 'approved', ref: 'CAPTURE' }])
  const page = async (provider: string) => (await fetch(`${emulator.url}/faults?provider=${provider}`)).text()
  expect(await page('alipay')).not.toContain('name="capture"')
  const asked = { provider: 'paypal', faults: { capture: 'pending' } }
  expect(await (await fetch(`${emulator.url}/control`, posted(asked))).json()).toMatchObject({
    capture: 'pending',
  })
  expect(await page('paypal')).toContain('<option selected>pending</option>')
  expect(emulator.trades).toMatchObject([{ state: 'approved' }])
  const fields = { answer: 'ok', hang: 'no', notify: 'never', bill: 'ok', capture: 'ok' }
  const numbers = { delayMs: '0', status: '0', notifyDelayMs: '0' }
  await fetch(`${emulator.url}/faults`, form({ provider: 'paypal', do: 'set', ...fields, ...numbers }))
  expect(emulator.trades).toMatchObject([{ state: 'paid', paidAt: expect.any(Number) as number }])
})

test('the money of a payment is taken back at the page, once, and at PayPal only', async () => {
  const paid = { ...trade, state: 'paid', ref: 'CAPTURE', paidAt: 1 } as const
  const emulator = await start([paid, { ...paid, provider: 'alipay', no: 'A1', order: null }])
  emulator.setFaults('paypal', { notify: 'never' })
  expect((await (await fetch(emulator.url)).text()).match(/action="\/reverse"/g)).toHaveLength(1)
  const reverse = (provider: string, no: string) => fetch(`${emulator.url}/reverse`, posted({ provider, no }))
  expect((await reverse('alipay', 'A1')).status).toBe(400)
  expect(await (await reverse('paypal', 'P1')).json()).toMatchObject({
    reversed: expect.any(Number) as number,
  })
  expect((await reverse('paypal', 'P1')).status).toBe(400)
  expect(await (await fetch(emulator.url)).text()).toContain('Taken back')
})

test('a key is changed on the page: first two are published, then the new one', async () => {
  const emulator = await start([])
  const readKeys = () => emulator.environment('alipay')['ALIPAY_PUBLIC_KEY']?.split(',') ?? []
  const [first] = readKeys()
  await fetch(`${emulator.url}/faults`, form({ provider: 'alipay', do: 'rotate' }))
  const both = readKeys()
  expect(both).toEqual([first, expect.any(String)])
  await fetch(`${emulator.url}/faults`, form({ provider: 'alipay', do: 'forget' }))
  expect(readKeys()).toEqual([both[1]])
})

test('payments and keys are stored when a folder is given', async () => {
  const [keyFolder, ledgerFile] = [newFolder(), join(newFolder(), 'ledger.json')]
  new Ledger(ledgerFile).save(trade)
  const first = await startPaymentsEmulator({ keyFolder, ledgerFile })
  const before = first.environment()
  await first.stop()
  const second = await startPaymentsEmulator({ keyFolder, ledgerFile })
  started.push(second)
  expect(second.trades).toEqual([trade])
  expect(second.environment('alipay')['ALIPAY_PUBLIC_KEY']).toBe(before['ALIPAY_PUBLIC_KEY'])
  expect(second.environment('wechat')['WECHAT_KEYS']).toBe(before['WECHAT_KEYS'])
})

test('a port that is taken is an error', async () => {
  const first = await start([])
  const port = Number(new URL(first.environment('alipay')['ALIPAY_URL'] ?? '').port)
  await expect(startPaymentsEmulator({ ports: { alipay: port }, keyFolder: keys })).rejects.toThrow(
    'EADDRINUSE',
  )
})
