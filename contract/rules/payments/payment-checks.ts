import { paymentWindowMs } from '../../limits.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/**
 * When the provider is queried about an attempt without a webhook, ms after its start: while it can be paid,
 * at the end of the window (H4), when it is closed, and long after, for a payment without a webhook (H5).
 */
export const paymentCheckDelaysMs: readonly number[] = [
  15 * second,
  30 * second,
  minute,
  3 * minute,
  paymentWindowMs,
  paymentWindowMs + hour,
  paymentWindowMs + day,
  paymentWindowMs + 7 * day,
]

/** How often is asked for an answer that did not come: while closing, refunding or fulfilling. Doubled from 5 s to an hour. */
export function getRetryDelayMs(tries: number): number {
  return Math.min(5 * second * 2 ** Math.min(tries, 20), hour)
}

/**
 * Returns the next time (ms since 1970) after `now` at which an attempt started at `created` is queried; null
 * if there is none.
 */
export function getNextPaymentCheck(created: number, now: number): number | null {
  const after = paymentCheckDelaysMs.find((ms) => created + ms > now)
  return after === undefined ? null : created + after
}

/** H4: whether the window in which an attempt can be paid is over. */
export function isPaymentWindowOver(created: number, now: number): boolean {
  return now >= created + paymentWindowMs
}
