import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import type { RentalExpiry } from '@clutch/contract/rules/rentals/lifecycle/rental-lifecycle.ts'
import { toCommunityDay } from '@clutch/contract/rules/shared/community-day.ts'
import { formatTermEnd } from '../../../../app/time/community-time.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How far an end is away, or how long ago it was, in the largest unit that says something. */
export interface TimeDistance {
  unit: 'days' | 'hours' | 'minutes'
  count: number
  past: boolean
}

/** From now (ms) to an end: by days of the community while it is a day or more away, in hours and minutes within a day. */
export function distanceTo(end: RentalExpiry, now: number): TimeDistance | null {
  const { expiredate, timestamp } = end
  if (expiredate === null || expiredate === '') return null
  const days = Math.round((Date.parse(expiredate) - Date.parse(toCommunityDay(now))) / dayMs)
  const ms = timestamp === null ? days * dayMs : timestamp * 1_000 - now
  const past = ms <= 0
  const length = Math.abs(ms)
  if (length >= dayMs) return { unit: 'days', count: Math.max(1, Math.abs(days)), past }
  if (length >= hourMs) return { unit: 'hours', count: Math.floor(length / hourMs), past }
  return { unit: 'minutes', count: Math.max(1, Math.floor(length / minuteMs)), past }
}

/** The end of a server as its card and its dialogs show it; null without one. */
export function formatEnd(
  { expiredate, timestamp, duration }: Pick<RentalView, 'expiredate' | 'timestamp' | 'duration'>,
  now: number,
): string | null {
  return expiredate === null || timestamp === null
    ? expiredate
    : formatTermEnd(timestamp * 1_000, duration, now)
}
