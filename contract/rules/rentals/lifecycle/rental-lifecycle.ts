import { toCommunityDay } from '../../shared/community-day.ts'
import { type Duration, durationHours } from '../../payments/durations.ts'

/**
 * The status of a rental in the API (document 2 §4). The first five have their own dot; all others are yellow
 * (G5): RESTARTING and VERIFYING end by themselves, UNRESPONSIVE runs but does not answer, FAILED could not
 * be created, LOST is on an unreachable host.
 */
export const rentalStatuses = [
  'CREATING',
  'RUNNING',
  'SWITCHING',
  'TERMINATING',
  'TERMINATED',
  'RESTARTING',
  'UNRESPONSIVE',
  'VERIFYING',
  'FAILED',
  'LOST',
] as const

export type RentalStatus = (typeof rentalStatuses)[number]

/** G5: the colour of a status; an unknown one is yellow, and an ended one is red. */
export type RentalTone = 'running' | 'creating' | 'switching' | 'ended' | 'other'

const tones: Readonly<Record<string, RentalTone>> = {
  RUNNING: 'running',
  CREATING: 'creating',
  SWITCHING: 'switching',
  TERMINATING: 'ended',
  TERMINATED: 'ended',
  TERMINA: 'ended',
}

export function getRentalTone(status: string, isExpired: boolean): RentalTone {
  if (isExpired) return 'ended'
  return Object.hasOwn(tones, status) ? (tones[status] ?? 'other') : 'other'
}

/** The end of a rental as the wire has it: a day of the community's zone (YYYY-MM-DD), and seconds since 1970. */
export interface RentalExpiry {
  expiredate: string | null
  timestamp: number | null
}

/**
 * G6: no date is over, a later day is not, an earlier day is, and today is over only when the timestamp exists and now (ms) is
 * past it. Days are those of Asia/Shanghai.
 */
export function isRentalExpired({ expiredate, timestamp }: RentalExpiry, now: number): boolean {
  if (expiredate === null || expiredate === '') return true
  const today = toCommunityDay(now)
  if (expiredate !== today) return expiredate < today
  return timestamp !== null && now > timestamp * 1_000
}

/** What can be done with a rental on its card. */
export const rentalActions = [
  'restart',
  'map',
  'copy',
  'password',
  'admins',
  'demos',
  'grenades',
  'switch',
  'verify',
  'renew',
] as const
export type RentalAction = (typeof rentalActions)[number]

/** What the rules of a card look at. */
export interface RentalActionState {
  status: string
  isOwner: boolean
  isExpired: boolean
  isMaintained: boolean
  relocatable: boolean
  /** Until when a restart keeps everything locked, ms since 1970; null for no restart. */
  lockedUntil: number | null
}

const actionsAfterExpiry: readonly RentalAction[] = ['copy', 'renew']
const memberActions: readonly RentalAction[] = ['map', 'copy', 'admins', 'demos', 'grenades']
/** Actions on a running server; before it runs they have no target. */
const runningOnlyActions: readonly RentalAction[] = ['restart', 'map', 'copy', 'switch', 'verify']

/**
 * G4, G7, G19: why an action cannot be done now, null where it can. The server asks the same before it does anything. A renewal
 * is refused only for a server that could not be made (G25); under maintenance its button is on the overlay.
 */
export type RentalRefusal =
  | 'owner-only'
  | 'not-relocatable'
  | 'over'
  | 'switching'
  | 'maintenance'
  | 'locked'
  | 'verifying'
  | 'not-ready'

export function getRentalRefusal(
  rental: RentalActionState,
  action: RentalAction,
  now: number,
): RentalRefusal | null {
  if (!rental.isOwner && !memberActions.includes(action)) return 'owner-only'
  if (action === 'switch' && !rental.relocatable) return 'not-relocatable'
  if (rental.isExpired) return actionsAfterExpiry.includes(action) ? null : 'over'
  if (rental.status === 'FAILED') return 'not-ready'
  if (action === 'renew') return null
  if (rental.status === 'SWITCHING') return 'switching'
  if (rental.isMaintained) return 'maintenance'
  if (rental.lockedUntil !== null && now < rental.lockedUntil) return 'locked'
  if (rental.status === 'VERIFYING') return 'verifying'
  const needsAnswer = action === 'switch' || action === 'map'
  const isUp = rental.status === 'RUNNING' || (rental.status === 'UNRESPONSIVE' && !needsAnswer)
  if (!isUp && runningOnlyActions.includes(action)) return 'not-ready'
  return null
}

/** G9: returns the text that joins a server from the game's console; empty without an address. */
export function formatConnectCommand(rental: {
  connect_url: string
  sv_password: string
  public_ip: string
  server_port: number | null
}): string {
  if (rental.connect_url !== '') return rental.connect_url
  if (rental.public_ip === '' || rental.server_port === null) return ''
  const password = rental.sv_password === '' ? '' : `password ${rental.sv_password}; `
  return `${password}connect ${rental.public_ip}:${rental.server_port}`
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * G21: the reminders of an end: 3 days and 1 day before for terms of 7d and more, 1 hour before for shorter
 * ones.
 */
export const expiryReminders = ['3d', '1d', '1h'] as const
export type ExpiryReminder = (typeof expiryReminders)[number]

const reminderLeadMs: Record<ExpiryReminder, number> = { '3d': 3 * dayMs, '1d': dayMs, '1h': hourMs }

/** The notice that is due at a time (ms since 1970), of the term last bought; null before the first and after the end. */
export function getDueReminder(expires: number, duration: Duration, now: number): ExpiryReminder | null {
  if (expires <= now) return null
  const isLong = durationHours[duration] >= durationHours['7d']
  const due = expiryReminders.filter(
    (notice) => (notice === '1h') !== isLong && expires - now <= reminderLeadMs[notice],
  )
  return due.at(-1) ?? null
}

/** G13: a renewal counts from the later of now and the present end (ms since 1970). */
export function getRenewedExpiry(now: number, expires: number, termMs: number): number {
  return Math.max(now, expires) + termMs
}

/** G20: what maintenance from one time to another gives back, ms: all of it once it is longer than 24 hours. */
export function getMaintenanceCredit(from: number, until: number): number {
  const length = until - from
  return length > dayMs ? length : 0
}
