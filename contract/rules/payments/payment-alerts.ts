/** Payment matters that need attention, with the meaning of their subject. */
export const paymentAlertKinds = [
  /** A notify whose signature does not hold; the provider. */
  'notify-unverified',
  /** A genuine notify for another merchant; the provider. */
  'notify-foreign',
  /** A genuine notify about a number that was never given out; the provider. */
  'notify-unknown',
  /** A genuine notify about another amount or currency than was asked for; the attempt. */
  'notify-other-money',
  /** The same event repeated with other contents; the provider. */
  'event-changed',
  /** A provider holds other money than was asked for; the attempt. */
  'wrong-money',
  /** A payment that was counted for another attempt already; the attempt. */
  'payment-twice',
  /** An order was paid a second time, which is refunded; the attempt. */
  'second-payment',
  /** A provider does not answer; the provider. */
  'provider-silent',
  /** A paid order could not be delivered yet; the order. */
  'not-fulfilled',
  /** A paid order can never be fulfilled and is refunded; the order. */
  'cannot-fulfil',
  /** A provider refused a refund, temporarily or permanently; the refund. */
  'refund-refused',
  'refund-failed',
  /** The outcome of a refund is unknown: an hour without an answer, or a day of processing; the refund. */
  'refund-pending',
  /** Money went back to the buyer without a refund of ours; the attempt. */
  'refunded-elsewhere',
  /** A provider took money back from us, as in a dispute; the attempt. */
  'reversed',
  /** A refunded purchase could not be revoked; the refund. */
  'not-revoked',
  /** A provider's bill says something else than we do; provider and day. */
  'bill-differs',
  /** There is no bill of a day on which something was paid; provider and day. */
  'bill-missing',
  /** A fulfilled purchase could not be created, and its owner may request a refund; the rented server. */
  'rental-failed',
] as const

export type PaymentAlertKind = (typeof paymentAlertKinds)[number]
