/**
 * Days and times as `Intl` writes them in the community's time zone, which is UTC+8 all year since 1992. The first format of `Intl` takes a
 * phone 50 ms of the first view.
 */
import { communityOffsetMs } from '@clutch/contract/limits.ts'
import { formatTime } from './community-clock.ts'
import { type CalendarDay, dateTexts } from '../../locales/dates.ts'

/** A day and a time of day of the community, such as "11 月 21 日 14:00" or "Nov 21, 14:00". */
export function formatDayAndTime(at: number, language: string): string {
  const texts = dateTexts(language)
  return texts.withTime(texts.day(readDay(at)), formatTime(at))
}

/** The same with its year, such as "2026 年 11 月 21 日 14:00". */
export function formatDayTimeAndYear(at: number, language: string): string {
  return dateTexts(language).withTime(formatFullDay(at, language), formatTime(at))
}

/** A day of the community, such as "2026 年 11 月 21 日". */
export function formatFullDay(at: number, language: string): string {
  return dateTexts(language).fullDay(readDay(at))
}

/** The same with the whole name of the month and without spaces, such as "2026年11月21日" or "November 21, 2026". */
export function formatLongDay(at: number, language: string): string {
  return dateTexts(language).longDay(readDay(at))
}

/** A day the API names, `2026-11-21`, without its year. */
export function formatShortDay(day: string, language: string): string {
  return dateTexts(language).day(readDay(startOfDay(day)))
}

/** When a day of the community begins, ms since 1970 (UTC). China has no summer time. */
export function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - communityOffsetMs
}

function readDay(at: number): CalendarDay {
  const clock = new Date(at + communityOffsetMs)
  return { year: clock.getUTCFullYear(), month: clock.getUTCMonth(), day: clock.getUTCDate() }
}
