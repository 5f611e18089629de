import { passwordResetIntervalMs } from '@clutch/contract/limits.ts'
import { writeStored, readStored } from '../../../app/browser/browser-storage.ts'

const key = 'resetRequestedAt'

/** C8: whether this browser asked for a reset within the last five minutes, also before a reload. */
export function isResetThrottled(now = Date.now()): boolean {
  const passed = now - Number(readStored(key) ?? Number.NaN)
  return passed >= 0 && passed < passwordResetIntervalMs
}

/** C8: a reset was asked for now. */
export function recordReset(now = Date.now()): void {
  writeStored(key, String(now))
}
