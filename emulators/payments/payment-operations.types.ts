import type { PaymentFaults } from './faults/faults.ts'
import type { Gateway } from './gateway.ts'
import type { Ledger } from './trades/ledger.ts'
import type { ProviderName, Trade } from './trades/trade.ts'

/** What the page and the control calls may do with the emulated providers. */
export interface PaymentOperations {
  readonly ledger: Ledger
  gateway: (provider: ProviderName) => Gateway
  pay: (provider: ProviderName, no: string) => Promise<void>
  cancel: (provider: ProviderName, no: string) => Promise<void>
  reverse: (provider: ProviderName, no: string) => Promise<void>
  sendWebhook: (provider: ProviderName, no: string) => Promise<unknown>
  faults: (provider: ProviderName) => PaymentFaults
  setFaults: (provider: ProviderName, faults: Partial<PaymentFaults>) => void
  trade: (provider: ProviderName, no: string) => Trade
}
