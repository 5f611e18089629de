import type { LeaseEnd } from '@clutch/contract/rules/leases.ts'
import { dayOf } from '@clutch/contract/rules/days.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How far an end is away, or how long ago it was, in the largest unit that says something. */
export interface Distance {
  unit: 'days' | 'hours' | 'minutes'
  count: number
  past: boolean
}

/** From now (ms) to an end: by days of the community while it is a day or more away, in hours and minutes within a day. */
export function distanceTo(end: LeaseEnd, now: number): Distance | null {
  const { expiredate, timestamp } = end
  if (expiredate === null || expiredate === '') return null
  const days = Math.round((Date.parse(expiredate) - Date.parse(dayOf(now))) / dayMs)
  const ms = timestamp === null ? days * dayMs : timestamp * 1_000 - now
  const past = ms <= 0
  const length = Math.abs(ms)
  if (length >= dayMs) return { unit: 'days', count: Math.max(1, Math.abs(days)), past }
  if (length >= hourMs) return { unit: 'hours', count: Math.floor(length / hourMs), past }
  return { unit: 'minutes', count: Math.max(1, Math.floor(length / minuteMs)), past }
}

/** Whether the time of day of an end matters: within two days of it. */
export function isSoon({ timestamp }: LeaseEnd, now: number): boolean {
  return timestamp !== null && Math.abs(timestamp * 1_000 - now) < 2 * dayMs
}
