import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type PaymentFaults, noPaymentFaults } from '@clutch/emulators/payments/faults/faults.ts'
import { Ledger } from '@clutch/emulators/payments/trades/ledger.ts'
import { WebhookSender } from '@clutch/emulators/payments/webhook-sender.ts'
import { type PaypalGateway, openPaypalGateway } from '@clutch/emulators/payments/paypal/index.ts'
import { TestClock } from '../../../../platform/clock/clock.ts'
import { readConfig } from '../../../../platform/config/config.ts'
import { paypalProvider } from '../paypal/paypal.ts'
import type { AttemptRequest, Provider, RawWebhook, ProviderRefundRequest } from '../provider.ts'

/** The provider with an emulator of PayPal over real TLS, and the receiver of its webhooks. */
export interface Paypal {
  provider: Provider
  gateway: PaypalGateway
  ledger: Ledger
  clock: TestClock
  /** The permanent refusals of captures. */
  refused: { no: string; code: string }[]
  /** The webhooks that came, as they came. */
  webhooks: readonly RawWebhook[]
  /** The merchant answers no webhook from now on, or does again. */
  deafen: (isDeaf: boolean) => void
  misbehave: (faults: Partial<PaymentFaults>) => void
  /** An attempt that was not started. */
  attempt: (changes?: Partial<AttemptRequest>) => AttemptRequest
  /** Begins one, and has the buyer approve it. */
  approved: () => Promise<AttemptRequest>
  /** Begins one that is paid. */
  paid: () => Promise<ProviderRefundRequest['attempt']>
  /** The provider with other settings, or less patience. */
  with: (changes: Readonly<Record<string, string>>, timeoutMs?: number, billMs?: number) => Provider
  stop: () => Promise<void>
}

/** Opens a merchant with its emulator; every field of the environment is the emulator's own. */
export async function openTestPaypal(): Promise<Paypal> {
  const clock = new TestClock()
  const ledger = new Ledger()
  let faults: PaymentFaults = noPaymentFaults
  const notifier = new WebhookSender(() => faults, [])
  const merchant = await openMerchant()
  const gateway = await openPaypalGateway({
    ledger,
    getFaults: () => faults,
    webhooks: notifier,
    now: () => clock.now().getTime(),
    port: 0,
    pageUrl: 'http://127.0.0.1:1',
  })
  const opened: Provider[] = []
  const refused: Paypal['refused'] = []
  const open: Paypal['with'] = (changes, timeoutMs = 5_000, billMs) => {
    const config = readConfig({ CLUTCH_ENV: 'development', ...gateway.environment(), ...changes })
    const onRefused = (no: string, code: string) => void refused.push({ no, code })
    const provider = paypalProvider(config, {
      now: () => clock.now(),
      timeoutMs,
      ...(billMs !== undefined && { billMs }),
      onRefused,
    })
    if (!provider) throw new Error('PayPal is not set up')
    opened.push(provider)
    return provider
  }
  const provider = open({})
  const attempt = (changes: Partial<AttemptRequest> = {}) => facts(clock.now(), merchant.url, changes)
  const approved = async (): Promise<AttemptRequest> => {
    const started = attempt()
    const { providerOrder } = await provider.begin(started)
    await pay(gateway, ledger, started.no)
    return { ...started, providerOrder }
  }
  return {
    provider,
    gateway,
    ledger,
    clock,
    refused,
    webhooks: merchant.webhooks,
    deafen: merchant.deafen,
    misbehave: (changes) => (faults = { ...noPaymentFaults, ...changes }),
    attempt,
    approved,
    paid: async () => captured(provider, await approved()),
    with: open,
    stop: async () => {
      for (const provider of opened) provider.stop()
      notifier.stop()
      await Promise.all([gateway.stop(), merchant.stop()])
    },
  }
}

async function captured(
  provider: Provider,
  attempt: AttemptRequest,
): Promise<ProviderRefundRequest['attempt']> {
  const result = await provider.ask(attempt, true)
  if (result.state !== 'paid') throw new Error(`it is ${result.state}`)
  return { ...attempt, reference: result.payment.reference, paid: result.payment.amount }
}

async function pay(gateway: PaypalGateway, ledger: Ledger, no: string): Promise<void> {
  const trade = ledger.find('paypal', no)
  if (!trade) throw new Error(`PayPal knows no ${no}`)
  await gateway.pay(trade)
}

function facts(now: Date, returnTo: string, changes: Partial<AttemptRequest>): AttemptRequest {
  return {
    no: randomBytes(10).toString('hex'),
    amount: 1290,
    currency: 'USD',
    subject: 'VIP, 30 days',
    device: 'desktop',
    created: now,
    until: new Date(now.getTime() + 480_000),
    providerOrder: null,
    returnUrl: `${returnTo}/paid`,
    ...changes,
  }
}

/** Receives and records the emulator's webhooks. */
async function openMerchant() {
  const webhooks: RawWebhook[] = []
  let isDeaf = false
  const server = createServer((request, response) => {
    buffer(request).then(
      (body) => {
        webhooks.push({ headers: request.headers, body })
        if (!isDeaf) response.end()
      },
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    webhooks,
    deafen: (now: boolean) => (isDeaf = now),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
