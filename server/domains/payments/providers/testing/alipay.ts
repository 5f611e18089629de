import { createPrivateKey, sign } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type IncomingHttpHeaders, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type PaymentsEmulatorHandle, startPaymentsEmulator } from '@clutch/emulators/payments/index.ts'
import { readConfig } from '../../../../platform/config/config.ts'
import { alipayProvider } from '../alipay/alipay.ts'
import type { AttemptRequest, Provider, RawWebhook, ProviderRefundRequest } from '../provider.ts'

/** A day in the community’s past, so that its bill is there. */
export const now = new Date('2026-11-20T04:00:00Z')

/** Takes the portal's place: it receives webhooks, and answers them with `success` unless set otherwise. */
interface Merchant {
  url: string
  notifies: RawWebhook[]
  answer: { status: number; body: string }
  stop: () => Promise<void>
}

async function openMerchant(): Promise<Merchant> {
  const merchant = { notifies: [] as RawWebhook[], answer: { status: 200, body: 'success' } }
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      merchant.notifies.push({ headers: request.headers, body })
      response.writeHead(merchant.answer.status, { 'content-type': 'text/plain' }).end(merchant.answer.body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return Object.assign(merchant, { url, stop })
}

/** The emulator and its merchant. `provider` creates Alipay again from the current config. */
export interface AlipayFixture {
  emulator: PaymentsEmulatorHandle
  merchant: Merchant
  clock: { now: number }
  provider: (
    timeoutMs?: number,
    change?: Record<string, string>,
    billMs?: number,
    now?: () => Date,
  ) => Provider
  /** Signs as only Alipay can, by the way that is named. */
  sign: (text: string, algorithm?: 'sha1' | 'sha256') => string
  stop: () => Promise<void>
}

export async function openAlipayFixture(): Promise<AlipayFixture> {
  const clock = { now: now.getTime() }
  const merchant = await openMerchant()
  const keyFolder = mkdtempSync(join(tmpdir(), 'clutch-alipay-'))
  const emulator = await startPaymentsEmulator({ now: () => clock.now, repeatMs: [5, 5], keyFolder })
  const opened: Provider[] = []
  const provider: AlipayFixture['provider'] = (timeoutMs, change = {}, billMs, now = () => new Date()) => {
    const config = settingsFor(merchant.url, { ...emulator.environment('alipay'), ...change })
    const provider = alipayProvider(config, { now, timeoutMs, billMs })
    if (!provider) throw new Error('Alipay is not set up')
    opened.push(provider)
    return provider
  }
  const stop = async () => {
    for (const one of opened) one.stop()
    await emulator.stop()
    await merchant.stop()
    rmSync(keyFolder, { recursive: true })
  }
  const signAsAlipay = (text: string, algorithm = 'sha256') => {
    const { platform } = JSON.parse(readFileSync(join(keyFolder, 'alipay.json'), 'utf8')) as {
      platform: string[]
    }
    return sign(algorithm, Buffer.from(text), createPrivateKey(platform.at(-1) ?? '')).toString('base64')
  }
  return { sign: signAsAlipay, emulator, merchant, clock, provider, stop }
}

/** Returns the portal’s config with an emulator's environment. */
export function settingsFor(publicUrl: string, environment: Record<string, string>) {
  return readConfig({ CLUTCH_ENV: 'development', CLUTCH_PUBLIC_URL: publicUrl, ...environment })
}

let attempts = 0

export function attemptOf(change: Partial<AttemptRequest> = {}): AttemptRequest {
  attempts += 1
  return {
    no: `A${String(attempts).padStart(15, '0')}`,
    amount: 888,
    currency: 'CNY',
    subject: 'VIP，30 天',
    device: 'desktop',
    created: now,
    until: new Date(now.getTime() + 480_000),
    providerOrder: null,
    returnUrl: 'http://127.0.0.1:8080/orders/1?pay=1',
    ...change,
  }
}

export function refundOf(
  attempt: AttemptRequest,
  change: Partial<ProviderRefundRequest> = {},
): ProviderRefundRequest {
  const paid = { ...attempt, reference: '1', paid: attempt.amount }
  return { no: `${attempt.no}R`, amount: attempt.amount, reason: 'operator', attempt: paid, ...change }
}

/** Begins and opens the page, which is when Alipay learns of it. */
export async function openPage(provider: Provider, attempt: AttemptRequest): Promise<Response> {
  const { paymentUrl } = await provider.begin(attempt)
  return fetch(paymentUrl)
}

/** How `openSigner` answers besides: with more headers, and to one path with a refusal of this code. */
interface Answering {
  headers?: Record<string, string>
  refuses?: { path: string; code: string }
}

/**
 * Starts a server that answers every call with one response, signed by a key (PEM) as Alipay does; records
 * the request headers.
 */
export async function openSigner(key: string, answer: unknown, { headers = {}, refuses }: Answering = {}) {
  const requestHeaders: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    requestHeaders.push(request.headers)
    const code = request.url === refuses?.path ? refuses?.code : undefined
    const body = JSON.stringify(code === undefined ? answer : { code, message: 'no' })
    const [at, nonce] = [String(Date.now()), 'n']
    const signature = sign('sha256', Buffer.from(`${at}\n${nonce}\n${body}\n`), createPrivateKey(key))
    const signed = {
      'alipay-timestamp': at,
      'alipay-nonce': nonce,
      'alipay-signature': signature.toString('base64'),
    }
    const status = headers['location'] === undefined ? 200 : 302
    response.writeHead(code === undefined ? status : 400, { ...signed, ...headers }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.close().closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: requestHeaders, stop }
}
