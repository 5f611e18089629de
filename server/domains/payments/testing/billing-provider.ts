import { type BillLine, type Provider, ProviderUnavailable } from '../providers/provider.ts'

/** A provider that only bills: the lines of each day, or null for a day on which it is silent. Other days have no bill. */
export interface BillingProvider extends Provider {
  bills: Map<string, readonly BillLine[] | null>
}

export function billingProvider(method: 'alipay' | 'paypal' = 'alipay'): BillingProvider {
  const bills = new Map<string, readonly BillLine[] | null>()
  const never = () => Promise.reject(new ProviderUnavailable('it only bills'))
  return {
    method,
    currency: method === 'paypal' ? 'USD' : 'CNY',
    host: 'gateway.example',
    emulated: true,
    begin: never,
    ask: never,
    close: never,
    refund: never,
    askRefund: never,
    readNotify: never,
    accepted: { status: 200, type: 'text/plain', body: 'success' },
    bill(day) {
      const lines = bills.get(day)
      if (lines === null) return Promise.reject(new ProviderUnavailable('the provider has not answered'))
      return Promise.resolve(lines ?? null)
    },
    stop: () => undefined,
    bills,
  }
}
