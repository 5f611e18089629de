/** How a provider misbehaves; `wellBehaved` is none of it. Each holds until it is changed. */
export interface PaymentFaults {
  /** Its answers to calls: changed after signing, not signed, signed ten minutes ago, signed by a stranger's key. */
  answer: 'ok' | 'tampered' | 'unsigned' | 'stale' | 'foreign-key'
  /** Calls are answered this late (ms). */
  delayMs: number
  /** Calls are never answered; with `done` what they ask for is done all the same. */
  hang: 'no' | 'undone' | 'done'
  /** Calls are answered with this status and nothing was done; 0 is none. */
  status: number
  /**
   * What it tells by itself of a payment: once, never, twice, eight times at once, before the answer to the call that made
   * it, of another amount, of another currency, for another merchant, changed after signing, or signed by a stranger.
   */
  notify:
    | 'once'
    | 'never'
    | 'twice'
    | 'eight'
    | 'before'
    | 'other-amount'
    | 'other-currency'
    | 'foreign'
    | 'tampered'
    | 'forged'
  /** How late notifies are sent (ms), and whether those that wait are sent in the opposite order. */
  notifyDelayMs: number
  reorder: boolean
  /**
   * The outcome of PayPal's captures; other providers have none. Pending: completed when this changes.
   * Declined by the buyer's bank, so that another way can be chosen; refused permanently.
   */
  capture: 'ok' | 'pending' | 'declined' | 'refused'
  /** Alipay's refunds: as they are, or accepted without moving money (`fund_change` N). */
  refunds: 'ok' | 'unmoved'
  /** Bill: as it is, none yet, one line left out, or one line of another amount. */
  bill: 'ok' | 'none' | 'omit' | 'other-amount'
}

export const noPaymentFaults: PaymentFaults = {
  answer: 'ok',
  delayMs: 0,
  hang: 'no',
  status: 0,
  notify: 'once',
  notifyDelayMs: 0,
  reorder: false,
  capture: 'ok',
  refunds: 'ok',
  bill: 'ok',
}
