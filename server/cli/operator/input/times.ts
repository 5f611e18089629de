import { communityTimeZone } from '@clutch/contract/limits.ts'
import type { Field } from './fields.ts'
import { UsageWrong } from './values.ts'

/** The community's zone keeps no summer time. */
const offset = '+08:00'
const hour = 3_600_000
const units: Record<string, number> = { h: hour, d: 24 * hour, w: 7 * 24 * hour }

const shown = new Intl.DateTimeFormat('sv-SE', {
  timeZone: communityTimeZone,
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** A moment as a person reads it: `2026-12-31 20:00:00`, in the community's time. */
export function showTime(ms: number): string {
  return shown.format(ms)
}

/** Whether a field says when something ends, ms since 1970: an operator may say that as `--for` or `--until`. */
export function isEnd({ path, kinds }: Pick<Field, 'path' | 'kinds'>): boolean {
  return /^(expires|ends)$/.test(path.at(-1) ?? '') && kinds.has('integer')
}

/** Whether a field says when something begins, ms since 1970: an operator may give a day, or a day and a time. */
export function isStart({ path, kinds }: Pick<Field, 'path' | 'kinds'>): boolean {
  return path.at(-1) === 'starts' && kinds.has('integer')
}

/** `--for 30d`, from now; throws UsageWrong. */
export function readFor(text: string, now: Date): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,4})([hdw])$/.exec(text) ?? []
  if (!count) throw new UsageWrong('for: hours, days or weeks, such as 12h, 30d, 4w')
  return now.getTime() + Number(count) * (units[unit] ?? 0)
}

/** `--until 2026-12-31`, that day included, or `--until 2026-12-31T18:00`, in the community's time; throws UsageWrong. */
export function readUntil(text: string): number {
  const { ms, isDay } = readMoment('until', text)
  return isDay ? ms + 24 * hour : ms
}

/** `--starts 2026-12-01`, from the first minute of that day, or `--starts 2026-12-01T18:00`; throws UsageWrong. */
export function readStart(text: string): number {
  return readMoment('starts', text).ms
}

function readMoment(name: string, text: string): { ms: number; isDay: boolean } {
  const [, day = '', time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?$/.exec(text) ?? []
  const ms = Date.parse(`${day}T${time ?? '00:00'}:00${offset}`)
  // A day that no month has reads as another one.
  if (Number.isNaN(ms) || !showTime(ms).startsWith(day))
    throw new UsageWrong(`${name}: a day such as 2026-12-31, or 2026-12-31T18:00`)
  return { ms, isDay: time === undefined }
}
