import { toCommunityDay } from '@clutch/contract/rules/shared/community-day.ts'

const dayMs = 24 * 3_600_000

/** The last time of the schedule (`HH:MM` in Asia/Shanghai) that is not after `now`; null without times. */
export function findLastSlot(times: readonly string[], now: Date): Date | null {
  const days = [now.getTime(), now.getTime() - dayMs].map(toCommunityDay)
  const slots = days.flatMap((day) => times.map((time) => Date.parse(`${day}T${time}:00+08:00`)))
  const past = slots.filter((slot) => slot <= now.getTime())
  return past.length > 0 ? new Date(Math.max(...past)) : null
}

const namePattern = /^clutch-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.zst(?:\.age)?$/

/** The name of a scheduled backup of a time. */
export function formatBackupName(at: Date, isEncrypted: boolean): string {
  const time = at.toISOString().slice(0, 19).replaceAll(':', '-')
  return `clutch-${time}Z.tar.zst${isEncrypted ? '.age' : ''}`
}

/** The time of a scheduled backup, ms; null for a file of another name, which is not the portal's. */
export function readBackupName(name: string): number | null {
  const [, day, hours, minutes, seconds] = namePattern.exec(name) ?? []
  const time = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(time) ? null : time
}

export interface Retention {
  days: number
  weeks: number
  months: number
}

/**
 * The backups that are removed: all but the newest of each of the last days, weeks (from Monday) and months that have one, in
 * Asia/Shanghai. The newest of all is never among them, nor is a file of another name.
 */
export function selectExpiredBackups(names: readonly string[], { days, weeks, months }: Retention): string[] {
  const dated = names
    .map((name) => ({ name, at: readBackupName(name) }))
    .filter((one): one is { name: string; at: number } => one.at !== null)
    .toSorted((a, b) => b.at - a.at)
  const kept = new Set<string>(dated.slice(0, 1).map(({ name }) => name))
  for (const [count, periodOf] of [
    [days, toCommunityDay],
    [weeks, toWeek],
    [months, (at: number) => toCommunityDay(at).slice(0, 7)],
  ] as const) {
    const periods = new Map<string, string>()
    for (const { name, at } of dated) if (!periods.has(periodOf(at))) periods.set(periodOf(at), name)
    for (const name of [...periods.values()].slice(0, count)) kept.add(name)
  }
  return dated.map(({ name }) => name).filter((name) => !kept.has(name))
}

/** The day of the week's Monday. */
function toWeek(at: number): string {
  const day = new Date(`${toCommunityDay(at)}T00:00:00Z`)
  const sinceMonday = (day.getUTCDay() + 6) % 7
  return new Date(day.getTime() - sinceMonday * dayMs).toISOString().slice(0, 10)
}
