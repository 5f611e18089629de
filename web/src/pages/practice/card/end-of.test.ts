import { expect, test } from 'vitest'
import { distanceTo, isSoon } from './end-of.ts'

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

test('G4 the time of day is told within two days of an end', () => {
  expect(isSoon(end('2026-11-23T19:00:00'), now)).toBe(true)
  expect(isSoon(end('2026-11-24T20:00:00'), now)).toBe(false)
  expect(isSoon({ expiredate: '2026-11-21', timestamp: null }, now)).toBe(false)
})
