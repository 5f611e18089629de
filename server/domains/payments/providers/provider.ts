import type { IncomingHttpHeaders } from 'node:http'
import type { Currency, PaymentMethod } from '@clutch/contract/rules/payments/money.ts'

/** Which clock a provider signs and judges signatures by, and how long it may take; the latter are for tests. */
export interface ProviderTimes {
  now: () => Date
  /** Each call ends by then (ms). */
  timeoutMs?: number | undefined
  billMs?: number | undefined
}

/** An attempt as its provider has to know it. Amounts in minor units. */
export interface AttemptRequest {
  /** Our number, 8 to 32 letters and digits; always with the same amount. */
  no: string
  amount: number
  currency: Currency
  /** The description of the item, in one language; never user input. */
  subject: string
  device: 'desktop' | 'mobile'
  created: Date
  /** Until when it can be paid. */
  until: Date
  /** PayPal’s own number of it; null for the others, and before it is known. */
  providerOrder: string | null
  /** Where the provider’s page sends the buyer back to; https in production. */
  returnUrl: string
}

/** What a provider answered to the beginning of a payment. */
export interface StartedAttempt {
  /** A QR code’s text for WeChat, else the address of the provider’s page. */
  paymentUrl: string
  providerOrder: string | null
}

/** What a provider holds. Amount and currency are its own words, to be compared with ours. */
export interface Payment {
  /** Its number of the payment. */
  reference: string
  amount: number
  currency: string
  paidAt: Date
}

/**
 * What a provider reports of an attempt: `absent` where it knows none (also before its page was opened),
 * `pending` where money is on its way but not received. `absent` says nothing about money: only a signed
 * answer closes.
 */
export type AttemptResult =
  | { state: 'paid'; payment: Payment }
  | { state: 'pending' | 'unpaid' | 'closed' | 'absent' }

export interface ProviderRefundRequest {
  /** Our number of the refund, the same in every try. */
  no: string
  amount: number
  reason: string
  attempt: AttemptRequest & { reference: string; paid: number }
}

/** The result of a refund; `failed` is permanent, with the provider’s own code. */
export type RefundResult =
  | { state: 'done'; reference: string | null }
  | { state: 'pending' }
  | { state: 'failed'; code: string }

/** A request of a provider, as it came. */
export interface RawWebhook {
  headers: IncomingHttpHeaders
  body: Buffer
}

/**
 * The content of a verified webhook. `money` is null for a mere hint (PayPal), and where it is not about a
 * received payment.
 */
export interface VerifiedWebhook {
  /** A payment, if absent; a refund; or money the provider took back, as in a dispute. */
  about?: 'payment' | 'refund' | 'reversal'
  /** Identifies repeats. */
  event: string
  kind: string
  /** Our number of the attempt; PayPal sends its own instead (`providerOrder`). */
  no: string | null
  providerOrder: string | null
  /** Whether it is meant for this merchant: app, seller and merchant number are ours. */
  ours: boolean
  money: { amount: number; currency: string } | null
}

/** A line of a provider’s bill: `no` is our number of the attempt or the refund. */
export interface BillLine {
  what: 'payment' | 'refund'
  no: string
  amount: number
  currency: string
}

/** The provider has not answered, or not credibly: the outcome is unknown (invariant 7). */
export class ProviderUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderUnavailable'
  }
}

/** The provider said no, and nothing was done. `code` is its own. */
export class ProviderRefused extends Error {
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderRefused'
    this.code = code
  }
}

/** A notify whose signature does not hold, or that cannot be read. */
export class WebhookUnverified extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'WebhookUnverified'
  }
}

/**
 * A payment provider. Every call but `bill` ends within `providerTimeoutMs`, throws only ProviderUnavailable
 * or ProviderRefused, and may be repeated: under one number a provider acts once. No message contains a key
 * or an address.
 */
export interface Provider {
  method: PaymentMethod
  currency: Currency
  /** Where its calls go, for the operator. */
  host: string
  /**
   * Whether it is an emulator that moves no money: recognised by its address, which is not the provider’s
   * own.
   */
  emulated: boolean
  begin: (attempt: AttemptRequest) => Promise<StartedAttempt>
  /**
   * Asks for the state of an attempt. `collect`: money that the buyer has approved is captured now (PayPal).
   */
  ask: (attempt: AttemptRequest, collect: boolean) => Promise<AttemptResult>
  /** Makes an attempt unpayable; returns `paid` where it was paid. */
  close: (attempt: AttemptRequest) => Promise<AttemptResult>
  /** Makes a refund, or returns the state of an earlier one under this number. */
  refund: (refund: ProviderRefundRequest) => Promise<RefundResult>
  /** Returns the state of a refund; `absent` where the provider has not made it: it is requested again under its number. */
  askRefund: (refund: ProviderRefundRequest) => Promise<RefundResult | { state: 'absent' }>
  /** Verifies and reads a webhook; throws WebhookUnverified, or ProviderUnavailable if a call it needs fails. */
  readNotify: (raw: RawWebhook) => Promise<VerifiedWebhook>
  /** The response the provider expects once a webhook is stored. */
  accepted: { status: number; type: string; body: string }
  /**
   * Returns the lines of a day’s bill (YYYY-MM-DD, Asia/Shanghai); null while there is none yet. May take
   * several calls: it ends within `billTimeoutMs`.
   */
  bill: (day: string) => Promise<readonly BillLine[] | null>
  /** Closes open connections. */
  stop: () => void
}
