const secondMs = 1_000
const hourMs = 3_600_000

const firstDelayMs = 5 * secondMs
const longestDelayMs = hourMs
/** A server that asks for more than this is not waited for so long. */
const longestRetryAfterMs = 6 * hourMs

/** A message that could not be sent for this long is given up; an operator can have it delivered again. */
export const deliveryGiveUpMs = 24 * hourMs
/** A channel that failed for this long, and at least so often, is disabled. */
export const channelDisableAfterMs = 72 * hourMs
export const channelDisableAfterTries = 20
/** The window in which the messages of a channel are counted against its limit. */
export const channelWindowMs = 60 * secondMs
/** How long the former secret of a signed webhook still signs, too, after a rotation. */
export const secretOverlapMs = 24 * hourMs
/** How long events and deliveries are kept. */
export const deliveryRetentionMs = 30 * 24 * hourMs

/** How long to wait after the given number of failures in a row: 5 s, doubled each time, at most an hour. */
export function retryDelayMs(failures: number): number {
  return Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(30, Math.max(0, failures - 1)))
}

/** What `Retry-After` asks for, ms: seconds or a date of HTTP; null where it says neither. At most six hours. */
export function parseRetryAfter(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? ''
  const ms = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * secondMs : Date.parse(text) - now
  return text !== '' && Number.isFinite(ms) ? Math.min(longestRetryAfterMs, Math.max(0, Math.ceil(ms))) : null
}

export type DeliveryOutcome = 'sent' | 'retry' | 'limited' | 'refused' | 'gone'

/**
 * What a status of HTTP means for a message: `limited` waits as long as the answer asks, `refused` never accepts this message, `gone`
 * never accepts one again. A redirect is not followed, and may be repaired at the other side.
 */
export function outcomeOfStatus(status: number): DeliveryOutcome {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 429) return 'limited'
  if (status === 410) return 'gone'
  return [400, 405, 406, 411, 413, 414, 415, 422].includes(status) ? 'refused' : 'retry'
}
