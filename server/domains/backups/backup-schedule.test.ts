import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLastSlot, formatBackupName, readBackupName, selectExpiredBackups } from './backup-schedule.ts'

test.each([
  ['2026-11-25T04:39:59+08:00', '2026-11-24T16:00:00+08:00'],
  ['2026-11-25T04:40:00+08:00', '2026-11-25T04:40:00+08:00'],
  ['2026-11-25T15:59:00+08:00', '2026-11-25T04:40:00+08:00'],
  ['2026-11-25T23:59:00+08:00', '2026-11-25T16:00:00+08:00'],
])('at %s the last time of 04:40 and 16:00 is %s', (now, slot) => {
  expect(findLastSlot(['04:40', '16:00'], new Date(now))).toEqual(new Date(slot))
})

test('without times there is none', () => expect(findLastSlot([], new Date())).toBe(null))

test('a name tells the time of its backup; other files have none', () => {
  const at = new Date('2026-11-25T04:40:05Z')
  expect(formatBackupName(at, true)).toBe('clutch-2026-11-25T04-40-05Z.tar.zst.age')
  for (const isEncrypted of [true, false])
    expect(readBackupName(formatBackupName(at, isEncrypted))).toBe(at.getTime())
  for (const name of [
    'clutch.tar.zst',
    'clutch-2026-13-45T04-40-05Z.tar.zst',
    'clutch-2026-11-25T04-40-05Z.tar.zst.part',
  ])
    expect(readBackupName(name)).toBe(null)
})

const nightly = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    formatBackupName(new Date(Date.UTC(2026, 10, 24, 20, 40) - index * 86_400_000), false),
  )

test('of a year of nightly backups seven days, four weeks and six months are kept', () => {
  const names = nightly(365)
  const expired = selectExpiredBackups([...names, 'mine.tar.zst'], { days: 7, weeks: 4, months: 6 })
  const kept = names.filter((name) => !expired.includes(name)).map((name) => name.slice(7, 17))
  expect(kept).toEqual([
    // The name is in UTC, the day in Asia/Shanghai is the next.
    '2026-11-24',
    '2026-11-23',
    '2026-11-22',
    '2026-11-21',
    '2026-11-20',
    '2026-11-19',
    '2026-11-18',
    '2026-11-14',
    '2026-11-07',
    '2026-10-30',
    '2026-09-29',
    '2026-08-30',
    '2026-07-30',
    '2026-06-29',
  ])
  expect(expired).not.toContain('mine.tar.zst')
})

test('whatever is kept, the newest backup is, and a second rotation removes nothing', () => {
  const limit = fc.nat(10)
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(400_000_000), { minLength: 1 }),
      limit,
      limit,
      limit,
      (seconds, days, weeks, months) => {
        const newestFirst = seconds.toSorted((a, b) => b - a)
        const names = newestFirst.map((second) => formatBackupName(new Date(second * 1_000), false))
        const retention = { days, weeks, months }
        const kept = names.filter((name) => !selectExpiredBackups(names, retention).includes(name))
        expect(kept[0]).toBe(names[0])
        expect(selectExpiredBackups(kept, retention)).toEqual([])
        expect(kept.length).toBeLessThanOrEqual(Math.max(1, days + weeks + months))
      },
    ),
  )
})
