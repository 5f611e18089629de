import { passwordResetIntervalMs } from '@clutch/contract/limits.ts'
import { keep, kept } from '../../app/kept.ts'

const key = 'resetRequestedAt'

/** C8: whether this browser asked for a reset within the last five minutes, also before a reload. */
export function resetThrottled(now = Date.now()): boolean {
  const passed = now - Number(kept(key) ?? Number.NaN)
  return passed >= 0 && passed < passwordResetIntervalMs
}

/** C8: a reset was asked for now. */
export function noteReset(now = Date.now()): void {
  keep(key, String(now))
}
