import { PaymentsEmulator } from './payment-providers.ts'
import type { PaymentFaults } from './faults/faults.ts'
import type { WebhookResponse } from './webhook-sender.ts'
import type { PaymentsEmulatorOptions } from './options.ts'
import type { ProviderName, Trade } from './trades/trade.ts'

export { noPaymentFaults } from './faults/faults.ts'
export type { PaymentFaults } from './faults/faults.ts'
export type { PaymentsEmulatorOptions } from './options.ts'
export type { ProviderName, Trade, TradeRefund } from './trades/trade.ts'

/** The three payment providers on 127.0.0.1. No money moves. */
export interface PaymentsEmulatorHandle {
  /** Its page. */
  url: string
  /** The portal's settings that lead to one provider, or to all of them. */
  environment: (provider?: ProviderName) => Record<string, string>
  /** Everything, the newest first. */
  readonly trades: readonly Trade[]
  /**
   * The buyer pays (PayPal: approves) the payment of this number; resolves once its webhook was sent. Throws
   * if there is none.
   */
  pay: (provider: ProviderName, no: string) => Promise<void>
  cancel: (provider: ProviderName, no: string) => Promise<void>
  /** Sends the merchant the state again; returns the merchant's answer, null without one. */
  sendWebhook: (provider: ProviderName, no: string) => Promise<WebhookResponse | null>
  /**
   * PayPal takes back the money of a paid payment, as after a dispute; resolves once its webhook was sent.
   */
  reverse: (no: string) => Promise<void>
  /** Misbehaves so from now on; what is not named stays as it was. `wellBehaved` ends all of it, also what is pending. */
  setFaults: (provider: ProviderName, faults: Partial<PaymentFaults>) => void
  /** Signs by a new key from now on. `environment` then names both, until the old one is forgotten. */
  rotateKeys: (provider: ProviderName) => void
  forget: (provider: ProviderName) => void
  stop: () => Promise<void>
}

/** Starts them in this process; rejects when a port is taken. */
export async function startPaymentsEmulator(
  options: PaymentsEmulatorOptions = {},
): Promise<PaymentsEmulatorHandle> {
  const desk = new PaymentsEmulator(options)
  try {
    await desk.start()
  } catch (error) {
    await desk.stop()
    throw error
  }
  return {
    url: desk.url,
    environment: (provider) => desk.environment(provider),
    get trades() {
      return desk.ledger.trades
    },
    pay: (provider, no) => desk.pay(provider, no),
    cancel: (provider, no) => desk.cancel(provider, no),
    sendWebhook: (provider, no) => desk.sendWebhook(provider, no),
    reverse: (no) => desk.reverse('paypal', no),
    setFaults: (provider, faults) => desk.setFaults(provider, faults),
    rotateKeys: (provider) => desk.gateway(provider).rotateKeys(),
    forget: (provider) => desk.gateway(provider).forget(),
    stop: () => desk.stop(),
  }
}
