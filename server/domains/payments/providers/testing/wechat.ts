import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type PaymentFaults, noPaymentFaults } from '@clutch/emulators/payments/faults/faults.ts'
import { Ledger } from '@clutch/emulators/payments/trades/ledger.ts'
import { WebhookSender } from '@clutch/emulators/payments/webhook-sender.ts'
import type { Trade } from '@clutch/emulators/payments/trades/trade.ts'
import { openWechatGateway } from '@clutch/emulators/payments/wechat/index.ts'
import { WechatKeys } from '@clutch/emulators/payments/wechat/keys.ts'
import { readConfig } from '../../../../platform/config/config.ts'
import type {
  AttemptRequest,
  VerifiedWebhook,
  Provider,
  RawWebhook,
  ProviderRefundRequest,
} from '../provider.ts'
import { wechatProvider } from '../wechat/wechat.ts'

export type WechatPeer = Awaited<ReturnType<typeof openWechatPeer>>

const machineTime = () => new Date()
const developmentFor = (publicUrl: string) => ({ CLUTCH_ENV: 'development', CLUTCH_PUBLIC_URL: publicUrl })

/** The WeChat Pay emulator and a merchant whose provider uses its settings, over real HTTP. */
export async function openWechatPeer() {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-wechat-'))
  const peer = { now: Date.now(), faults: noPaymentFaults, providers: [] as Provider[] }
  const provider = (): Provider => {
    const last = peer.providers.at(-1)
    if (!last) throw new Error('WeChat Pay is off')
    return last
  }
  const merchant = await openMerchant(provider)
  const ledger = new Ledger()
  const notifier = new WebhookSender(() => peer.faults, [])
  const gateway = await openWechatGateway({
    ledger,
    webhooks: notifier,
    getFaults: () => peer.faults,
    now: () => peer.now,
    port: 0,
    pageUrl: merchant.url,
    keyFolder: folder,
  })
  /** Another provider with the emulator's present settings and this timeout. */
  const reopen = (changes: Record<string, string> = {}, timeoutMs?: number, billMs?: number): Provider => {
    const given = { ...developmentFor(merchant.url), ...gateway.environment(), ...changes }
    const config = readConfig(given)
    const created = wechatProvider(config, { now: machineTime, timeoutMs, billMs })
    if (created) peer.providers.push(created)
    return provider()
  }
  reopen()
  const trade = (no: string): Trade => {
    const found = ledger.find('wechat', no)
    if (!found) throw new Error(`no trade ${no}`)
    return found
  }
  return {
    gateway,
    ledger,
    trade,
    reopen,
    raw: merchant.raw,
    read: merchant.read,
    get provider() {
      return provider()
    },
    /** The keys of both sides, to sign what only WeChat Pay can. */
    keys: () => new WechatKeys(folder),
    faults: (changes: Partial<PaymentFaults> = {}) => void (peer.faults = { ...noPaymentFaults, ...changes }),
    at: (ms: number) => void (peer.now = ms),
    pay: (no: string) => gateway.pay(trade(no)),
    stop: async () => {
      notifier.stop()
      for (const one of peer.providers) one.stop()
      await gateway.stop()
      merchant.stop()
    },
  }
}

/** What takes notifies: keeps each as it came (`raw`), and what the provider read of it, or why it did not (`read`). */
async function openMerchant(provider: () => Provider) {
  const raw: RawWebhook[] = []
  const read: (VerifiedWebhook | string)[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const notify = { headers: request.headers, body: await buffer(request) }
      raw.push(notify)
      const reading = provider().readNotify(notify)
      const said = await reading.catch((error: Error) => error.message)
      read.push(said)
      const { status, body } = provider().accepted
      response.writeHead(typeof said === 'string' ? 401 : status).end(body)
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, raw, read, stop }
}

let count = 0

/** An attempt that was not started. */
export function newAttempt(changes: Partial<AttemptRequest> = {}): AttemptRequest {
  count += 1
  return {
    no: `A${Date.now()}${String(count).padStart(6, '0')}`,
    amount: 888,
    currency: 'CNY',
    subject: 'Clutch VIP，一个月',
    device: 'desktop',
    created: new Date(),
    until: new Date(Date.now() + 480_000),
    providerOrder: null,
    returnUrl: 'http://127.0.0.1/orders',
    ...changes,
  }
}

export function newRefund(
  attempt: AttemptRequest,
  amount: number,
  no = `R${attempt.no}`,
): ProviderRefundRequest {
  return { no, amount, reason: '订单退款', attempt: { ...attempt, reference: '4200', paid: attempt.amount } }
}
