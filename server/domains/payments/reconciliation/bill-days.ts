import { toCommunityDay as dayAt } from '@clutch/contract/rules/shared/community-day.ts'

const dayMs = 24 * 3_600_000
/** The community's zone keeps no summer time. */
const offset = '+08:00'

/** The day (YYYY-MM-DD, Asia/Shanghai) of a moment: what providers bill by. */
export function dayOf(moment: Date): string {
  return dayAt(moment.getTime())
}

/** When a day begins and when the next one does; null for a day that no month has. */
export function dayRange(day: string): { from: Date; to: Date } | null {
  const from = new Date(`${day}T00:00:00${offset}`)
  if (Number.isNaN(from.getTime()) || dayOf(from) !== day) return null
  return { from, to: new Date(from.getTime() + dayMs) }
}

/** The `count` days before the one of a moment, the latest first. */
export function daysBefore(moment: Date, count: number): string[] {
  return Array.from({ length: count }, (_, at) => dayOf(new Date(moment.getTime() - (at + 1) * dayMs)))
}
