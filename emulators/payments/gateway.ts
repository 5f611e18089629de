import type { PaymentFaults } from './faults/faults.ts'
import type { Ledger } from './trades/ledger.ts'
import type { WebhookSender } from './webhook-sender.ts'
import type { ProviderName, Trade } from './trades/trade.ts'

/** What a gateway is given. */
export interface GatewayContext {
  ledger: Ledger
  /** How it is to behave now. */
  getFaults: () => PaymentFaults
  /** Sends its webhooks, as often as the faults say; the owner of the gateway stops it. */
  webhooks: WebhookSender
  /** ms since 1970. */
  now: () => number
  /** The time of signatures, ms since 1970: the machine's, unless the merchant's own clock is another. */
  signingNow?: (() => number) | undefined
  /** Its port; 0 takes any. */
  port: number
  /** The page where payments are made by hand, for the addresses a gateway hands out (PayPal's approval). */
  pageUrl: string
  /** The folder that stores keys between starts; without it they are not stored. */
  keyFolder?: string | undefined
}

/** One provider's API on 127.0.0.1, with a key pair of its own and one of the merchant, which it checks. */
export interface Gateway {
  provider: ProviderName
  url: string
  /** The portal's settings that lead to it: addresses, the merchant's numbers and keys, what it signs with. */
  environment: () => Record<string, string>
  /** The buyer pays (PayPal: approves): the trade changes, and a webhook is sent as the faults say. */
  pay: (trade: Trade) => Promise<void>
  /** The buyer gives up, or the time is over. */
  cancel: (trade: Trade) => Promise<void>
  /** Sends the merchant the state of a trade again; returns the merchant's status and body, null without an answer. */
  sendWebhook: (trade: Trade) => Promise<{ status: number; body: string } | null>
  /** PayPal: what is captured and pending comes in. */
  release?: () => Promise<void>
  /** PayPal: takes the money of a paid trade back from the merchant, and tells of it. */
  reverse?: (trade: Trade) => Promise<void>
  /** Signs by a new key from now on; `environment` then names both, or only the new one after `forget`. */
  rotateKeys: () => void
  forget: () => void
  stop: () => Promise<void>
}
