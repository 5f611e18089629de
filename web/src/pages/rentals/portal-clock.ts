import { useNow } from '../../app/time/use-now.ts'

/** Answers have whole seconds and some latency: a smaller difference counts as zero, ms. */
const toleranceMs = 2_000
/** How far the portal's clock is ahead of this device's, ms. */
let offsetMs = 0

/** Learns the portal's time from an answer: locks and ends count by its clock, not by the visitor's. */
export function recordPortalTime(headers: Headers, now = Date.now()): void {
  const sentAt = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(sentAt)) return
  const ahead = sentAt + 500 - now
  offsetMs = Math.abs(ahead) < toleranceMs ? 0 : ahead
}

/** The portal's time when this device's is `now`, ms since 1970. */
export function toPortalTime(now: number): number {
  return now + offsetMs
}

/** The portal's time, ms since 1970, ticking every second or so often. */
export function usePortalNow(everyMs?: number): number {
  return toPortalTime(useNow(everyMs))
}
