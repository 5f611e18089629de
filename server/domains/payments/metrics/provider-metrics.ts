import { type PaymentMethod, paymentMethods } from '@clutch/contract/rules/payments/money.ts'
import { defineCounter, defineHistogram } from '../../../platform/observability/metrics/index.ts'
import { observeCall } from '../../../platform/observability/observe-call.ts'
import { type Provider, ProviderRefused } from '../providers/provider.ts'

const operations = ['begin', 'ask', 'close', 'refund', 'ask_refund', 'bill'] as const
type Operation = (typeof operations)[number]

const requests = defineHistogram({
  name: 'clutch_provider_request_duration_seconds',
  help: 'Calls to payment providers, by operation and result: ok, refused (an answer that says no) or failed (no credible answer).',
  labels: ['provider', 'operation', 'result'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  initial: paymentMethods.flatMap((provider) =>
    operations.map((operation) => ({ provider, operation, result: 'failed' })),
  ),
})
const webhooks = defineCounter({
  name: 'clutch_webhooks_total',
  help: 'Webhooks of payment providers by result: accepted, repeated, foreign, unknown, other-money, unverified or unavailable.',
  labels: ['provider', 'result'],
  initial: paymentMethods.map((provider) => ({ provider, result: 'unverified' })),
})

export type WebhookResult =
  | 'accepted'
  | 'repeated'
  | 'foreign'
  | 'unknown'
  | 'other-money'
  | 'unverified'
  | 'unavailable'

export function recordWebhook(provider: PaymentMethod, result: WebhookResult): void {
  webhooks.add({ provider, result })
}

/** Returns a provider whose calls are measured and traced, by operation. Numbers, amounts and addresses are not recorded. */
export function observeProvider(provider: Provider): Provider {
  const { method } = provider
  const observe = <T>(operation: Operation, call: () => Promise<T>) =>
    observeCall(
      {
        name: `${method} ${operation}`,
        kind: 'client',
        attributes: { 'clutch.provider': method, 'clutch.operation': operation },
        record: (result, seconds) => requests.observe({ provider: method, operation, result }, seconds),
        classify: (error) => (error instanceof ProviderRefused ? 'refused' : 'failed'),
      },
      call,
    )
  return {
    ...provider,
    begin: (attempt) => observe('begin', () => provider.begin(attempt)),
    ask: (attempt, collect) => observe('ask', () => provider.ask(attempt, collect)),
    close: (attempt) => observe('close', () => provider.close(attempt)),
    refund: (refund) => observe('refund', () => provider.refund(refund)),
    askRefund: (refund) => observe('ask_refund', () => provider.askRefund(refund)),
    bill: (day) => observe('bill', () => provider.bill(day)),
    // These use the provider's own state.
    readNotify: (raw) => provider.readNotify(raw),
    stop: () => provider.stop(),
  }
}
