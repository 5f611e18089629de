import { clockTime, communityTimeFormat } from './community-time.ts'

/** A day and a time of day of the community, such as "11 月 21 日 14:00" or "Nov 21, 14:00". */
export function formatDayAndTime(at: number, language: string): string {
  return addSpaces(communityTimeFormat(language, { month: 'short', day: 'numeric', ...clockTime }).format(at))
}

/** The same with its year, such as "2026 年 11 月 21 日 14:00". */
export function formatDayTimeAndYear(at: number, language: string): string {
  const parts = { year: 'numeric', month: 'short', day: 'numeric', ...clockTime } as const
  return addSpaces(communityTimeFormat(language, parts).format(at))
}

/** A day of the community, such as "2026 年 11 月 21 日". */
export function formatFullDay(at: number, language: string): string {
  return addSpaces(
    communityTimeFormat(language, { year: 'numeric', month: 'short', day: 'numeric' }).format(at),
  )
}

/** A day the API names, `2026-11-21`, without its year. */
export function formatShortDay(day: string, language: string): string {
  return addSpaces(communityTimeFormat(language, { month: 'short', day: 'numeric' }).format(startOfDay(day)))
}

/** When a day of the community begins, ms since 1970 (UTC). China has no summer time. */
export function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00+08:00`)
}

/** A space between Chinese characters and digits, which the browser's own formats leave out. */
function addSpaces(text: string): string {
  return text.replaceAll(/(\d)(?=\p{Script=Han})|(\p{Script=Han})(?=\d)/gu, '$1$2 ')
}
