import { restartLockMs, verificationTimeoutMs } from '@clutch/contract/limits.ts'
import { type Duration, durations } from '@clutch/contract/rules/payments/durations.ts'
import type { RentalAdmin } from '@clutch/contract/rules/rentals/rental-fields.ts'
import {
  type RentalStatus,
  rentalStatuses,
} from '@clutch/contract/rules/rentals/lifecycle/rental-lifecycle.ts'
import { type RentalMode, rentalModes } from '@clutch/contract/rules/rentals/maps/rental-maps.ts'
import type { RentalRow } from './rentals.store.ts'
import type { RegionRow } from './regions/regions.store.ts'

/** What a rental's row says, in the contract's words. */

/** The status over the wire: the state, in capitals; one that runs and does not answer says so. */
export function getStatus({ state, outage_at: outage, outage_up_at: up }: RentalRow): RentalStatus {
  if (state === 'running' && outage !== null && up === null) return 'UNRESPONSIVE'
  const status = rentalStatuses.find((known) => known === state.toUpperCase())
  if (!status) throw new Error(`a rental has an unknown state: ${state}`)
  return status
}

export function isExpired({ expires_at: expires }: RentalRow, now: Date): boolean {
  return expires <= now
}

/** G20: returns the text about the maintenance of a rental or its region; null if there is none. */
export function getMaintenance(
  rental: RentalRow,
  region: RegionRow | undefined,
): { zh: string; en: string } | null {
  const of = rental.maintenance_since === null ? region : rental
  if (!of || of.maintenance_since === null) return null
  return { zh: of.maintenance_zh, en: of.maintenance_en }
}

/** G7, G24: until when (ms since 1970) a restart or a verification keeps a rental's actions locked; null once it does not. */
export function getLockedUntil(rental: RentalRow, now: Date): number | null {
  const restart = rental.restart_at && rental.restart_at.getTime() + restartLockMs
  const verify =
    rental.state === 'verifying' && rental.verify_at
      ? rental.verify_at.getTime() + verificationTimeoutMs
      : null
  const until = Math.max(restart ?? 0, verify ?? 0)
  return until > now.getTime() ? until : null
}

/** G25: whether a rental could not be made, and its money may be asked back. */
export function isRefundable(rental: RentalRow): boolean {
  const { state, failed_at: failed, ready_at: ready, refund_asked_at: asked, revoked_at: revoked } = rental
  return state === 'failed' && failed !== null && ready === null && asked === null && revoked === null
}

export function readDuration({ duration }: RentalRow): Duration {
  const known = durations.find((one) => one === duration)
  if (!known) throw new Error(`a rental has an unknown duration: ${duration}`)
  return known
}

/** The mode that a row names. */
export function readMode({ mode }: { mode: string }): RentalMode {
  const known = rentalModes.find((one) => one === mode)
  if (!known) throw new Error(`a rental has an unknown mode: ${mode}`)
  return known
}

/** Who is on the list of a rental. */
export function readAdmins({ admins }: RentalRow): RentalAdmin[] {
  return admins as unknown as RentalAdmin[]
}
