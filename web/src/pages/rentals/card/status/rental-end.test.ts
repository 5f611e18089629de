import { expect, test } from 'vitest'
import { distanceTo, formatEnd } from './rental-end.ts'

/** 2026-11-21 20:00 in Asia/Shanghai. */
const now = Date.parse('2026-11-21T20:00:00+08:00')
const end = (text: string) => ({
  expiredate: text.slice(0, 10),
  timestamp: Date.parse(`${text}+08:00`) / 1_000,
})

test('G4 an end far away is counted in days of the community, whatever the time of day', () => {
  expect(distanceTo(end('2027-01-18T03:00:00'), now)).toEqual({ unit: 'days', count: 58, past: false })
  expect(distanceTo(end('2027-01-18T23:00:00'), now)).toEqual({ unit: 'days', count: 58, past: false })
  expect(distanceTo(end('2026-11-17T12:00:00'), now)).toEqual({ unit: 'days', count: 4, past: true })
})

test('G4 within a day it is counted in hours, then in minutes, and never nothing', () => {
  expect(distanceTo(end('2026-11-22T19:30:00'), now)).toEqual({ unit: 'hours', count: 23, past: false })
  expect(distanceTo(end('2026-11-21T20:40:00'), now)).toEqual({ unit: 'minutes', count: 40, past: false })
  expect(distanceTo(end('2026-11-21T20:00:10'), now)).toEqual({ unit: 'minutes', count: 1, past: false })
  expect(distanceTo(end('2026-11-21T18:00:00'), now)).toEqual({ unit: 'hours', count: 2, past: true })
})

test('G6 without a date there is no distance; without a timestamp the days count', () => {
  expect(distanceTo({ expiredate: null, timestamp: null }, now)).toBeNull()
  expect(distanceTo({ expiredate: '2026-11-24', timestamp: null }, now)).toEqual({
    unit: 'days',
    count: 3,
    past: false,
  })
})

test('G4 the time of day is shown within two days of an end', () => {
  expect(formatEnd({ ...end('2026-11-23T19:00:00'), duration: '1m' }, now)).toBe('2026-11-23 19:00')
  expect(formatEnd({ ...end('2026-11-24T20:00:00'), duration: '1m' }, now)).toBe('2026-11-24')
})

test('G4 an end of a term of hours always shows its time of day, also long after it', () => {
  expect(formatEnd({ ...end('2026-11-17T12:00:00'), duration: '4h' }, now)).toBe('2026-11-17 12:00')
  expect(formatEnd({ ...end('2026-11-17T12:00:00'), duration: '8h' }, now)).toBe('2026-11-17 12:00')
})

test('G6 without a timestamp the day is shown, without a date nothing', () => {
  expect(formatEnd({ expiredate: '2026-11-21', timestamp: null, duration: '4h' }, now)).toBe('2026-11-21')
  expect(formatEnd({ expiredate: null, timestamp: null, duration: '4h' }, now)).toBeNull()
})
