import { addMs } from '../../../../platform/clock/add-ms.ts'
import { failureMemoryMs } from '../timing.ts'

const firstRetryMs = 1_000
const maxRetryMs = 5 * 60_000

/** The state of consecutive failures. */
export interface RetryState {
  tries: number
  retry_at: Date | null
}

/**
 * After another failure: how many there were in a row, and when it is tried again: after 1 s, doubled up to 5 minutes, and of
 * that between half and all, by `random` (0 to 1). What failed long ago does not count.
 */
export function nextRetry(before: RetryState, now: Date, random: number): { tries: number; retry_at: Date } {
  const isCalm = before.retry_at === null || addMs(before.retry_at, failureMemoryMs) <= now
  const tries = isCalm ? 1 : before.tries + 1
  const ms = Math.min(firstRetryMs * 2 ** Math.min(tries - 1, 20), maxRetryMs)
  return { tries, retry_at: addMs(now, ms * (0.5 + random / 2)) }
}
