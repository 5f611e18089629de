import { communityTimeZone } from '@clutch/contract/limits.ts'
import { durationHours, type Duration } from '@clutch/contract/rules/payments/durations.ts'
import { formatIsoDay, formatTime } from './community-clock.ts'

/** How a moment reads: in the community's time zone and by 24 hours, wherever the visitor is. */
export function communityTimeFormat(
  language: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, { timeZone: communityTimeZone, ...options })
}

/** Hours and minutes, and a weekday before them where one is asked for. */
export const clockTime = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Within two days of an end its time of day is shown, ms. */
const exactTimeBeforeEndMs = 2 * 24 * 3_600_000

/**
 * The end of a bought term: its day, with the time of day where the term is shorter than a day.
 * @param now where the end is counted down, ms: the time of day is then also shown within two days of it
 */
export function formatTermEnd(ms: number, duration: Duration, now?: number): string {
  const day = formatIsoDay(ms)
  const isSoon = now !== undefined && Math.abs(ms - now) < exactTimeBeforeEndMs
  return isSoon || durationHours[duration] < 24 ? `${day} ${formatTime(ms)}` : day
}
