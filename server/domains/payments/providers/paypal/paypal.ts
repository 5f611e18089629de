import { billTimeoutMs, providerTimeoutMs } from '@clutch/contract/limits.ts'
import { type PaypalSettings, hostsOf, readAccount } from './paypal-account.ts'
import { readBill } from './paypal-bill.ts'
import { PaypalCalls } from './paypal-calls.ts'
import { PaypalCertificates } from './paypal-certificates.ts'
import { type OnRefused, queryPaypalOrder, createPaypalOrder, closePaypalOrder } from './paypal-orders.ts'
import { queryPaypalRefund, createPaypalRefund } from './paypal-refunds.ts'
import { readWebhook } from './paypal-webhook.ts'
import type { Provider, ProviderTimes } from '../provider.ts'

interface PaypalOptions extends ProviderTimes {
  onRefused?: OnRefused
}

/**
 * H3: PayPal by its own SDK, or null where it is not configured. An attempt is PayPal’s order; money is
 * received when the order is captured, which only `ask` with `collect` does. A webhook is a hint: its content
 * is queried before it counts.
 */
export function paypalProvider(
  settings: PaypalSettings,
  { now, timeoutMs = providerTimeoutMs, billMs = billTimeoutMs, onRefused }: PaypalOptions,
): Provider | null {
  const account = readAccount(settings)
  if (!account) return null
  const calls = new PaypalCalls(account, timeoutMs)
  const certificates = new PaypalCertificates(account, calls.agent)
  const emulated = account.connectTo !== undefined
  return {
    method: 'paypal',
    currency: 'USD',
    host: account.connectTo ?? hostsOf(account)[0],
    emulated,
    begin: (attempt) => calls.within((line) => createPaypalOrder(line, attempt, emulated)),
    ask: (attempt, collect) => calls.within((line) => queryPaypalOrder(line, attempt, collect, onRefused)),
    close: (attempt) => calls.within((line) => closePaypalOrder(line, attempt)),
    refund: (facts) => calls.within((line) => createPaypalRefund(line, facts)),
    askRefund: (facts) => calls.within((line) => queryPaypalRefund(line, facts)),
    readNotify: (raw) =>
      calls.within((line, signal) => readWebhook(raw, { line, account, certificates, now: now(), signal })),
    accepted: { status: 200, type: 'application/json', body: '{}' },
    bill: (day) => calls.within((line) => readBill(line, day), billMs),
    stop: () => calls.stop(),
  }
}
