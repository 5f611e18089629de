/** The three providers that are stood in for. */
export const providers = ['alipay', 'wechat', 'paypal'] as const
export type ProviderName = (typeof providers)[number]

/** A refund as a provider keeps it; amounts in minor units. */
export interface TradeRefund {
  no: string
  amount: number
  ref: string
  at: number
}

/** A payment as a provider keeps it: `no` is the merchant's number, `ref` the provider's own of the payment. Times in ms since 1970. */
export interface Trade {
  provider: ProviderName
  no: string
  /** PayPal's number of the order. */
  order: string | null
  amount: number
  currency: string
  subject: string
  state: 'waiting' | 'approved' | 'paid' | 'closed'
  ref: string | null
  created: number
  expires: number | null
  paidAt: number | null
  notifyUrl: string
  returnUrl: string
  refunds: TradeRefund[]
  /** When PayPal took the money back from the merchant, as after a dispute. */
  reversed?: number
}
