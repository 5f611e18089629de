import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EventKind, eventKindNames, eventKinds, severities } from './event-kinds.ts'
import { type NotificationRule, digestIntervals, findDueTime, matchesRule } from './rules.ts'

const all: NotificationRule = {
  kinds: eventKindNames,
  minSeverity: 'info',
  serverIds: null,
  quiet: null,
  digestMinutes: 0,
}
const at = (local: string) => Date.parse(`2026-11-21T${local}:00+08:00`)
const minuteOf = (local: string) => {
  const [hours = 0, minutes = 0] = local.split(':').map(Number)
  return hours * 60 + minutes
}

test.each<[string, Partial<NotificationRule>, { kind: EventKind; serverId?: string }, boolean]>([
  ['of its kinds', { kinds: ['server.down'] }, { kind: 'server.down' }, true],
  ['of another kind', { kinds: ['server.down'] }, { kind: 'server.back' }, false],
  ['as urgent as asked', { minSeverity: 'warning' }, { kind: 'server.down' }, true],
  ['less urgent', { minSeverity: 'warning' }, { kind: 'server.back' }, false],
  ['more urgent', { minSeverity: 'warning' }, { kind: 'job.failed' }, true],
  ['of a server it is limited to', { serverIds: ['a'] }, { kind: 'server.down', serverId: 'a' }, true],
  ['of another server', { serverIds: ['a'] }, { kind: 'server.down', serverId: 'b' }, false],
  ['of no server', { serverIds: ['a'] }, { kind: 'backup.missing' }, true],
])('a rule and an event %s', (_what, rule, event, matches) => {
  expect(matchesRule({ ...all, ...rule }, event)).toBe(matches)
})

test.each([
  ['23:00', '08:00', '22:59', '22:59'],
  ['23:00', '08:00', '23:00', '08:00'],
  ['23:00', '08:00', '02:30', '08:00'],
  ['23:00', '08:00', '08:00', '08:00'],
  ['12:00', '14:00', '13:59', '14:00'],
  ['12:00', '14:00', '14:00', '14:00'],
])('quiet hours from %s to %s in Shanghai: an event of %s is sent at %s', (from, to, now, sent) => {
  const quiet = { from: minuteOf(from), to: minuteOf(to) }
  const { due, held } = findDueTime({ ...all, quiet }, 'info', at(now))
  const expected = at(sent) < at(now) ? at(sent) + 24 * 3_600_000 : at(sent)
  expect([due, held]).toEqual([expected, expected > at(now)])
  expect(findDueTime({ ...all, quiet }, 'critical', at(now))).toEqual({ due: at(now), held: false })
})

test('a digest ends with its interval of the day in Shanghai, and not within quiet hours', () => {
  const due = (
    digestMinutes: NotificationRule['digestMinutes'],
    now: string,
    quiet: NotificationRule['quiet'] = null,
  ) => findDueTime({ ...all, digestMinutes, quiet }, 'warning', at(now)).due
  expect(due(15, '10:07')).toBe(at('10:15'))
  expect(due(240, '10:07')).toBe(at('12:00'))
  expect(due(1_440, '10:07')).toBe(at('00:00') + 24 * 3_600_000)
  expect(due(60, '10:07', { from: minuteOf('10:30'), to: minuteOf('12:30') })).toBe(at('12:30'))
})

test('no message is due earlier than its event or within quiet hours, and each within two days', () => {
  const minute = fc.integer({ min: 0, max: 1_439 })
  fc.assert(
    fc.property(
      minute,
      minute,
      fc.constantFrom(...digestIntervals),
      fc.constantFrom(...severities),
      fc.integer({ min: 0, max: 4_000_000_000_000 }),
      (from, to, digestMinutes, severity, now) => {
        const { due, held } = findDueTime({ ...all, quiet: { from, to }, digestMinutes }, severity, now)
        expect(due).toBeGreaterThanOrEqual(now)
        expect(due - now).toBeLessThanOrEqual(2 * 24 * 3_600_000)
        expect(held).toBe(due > now)
        const minuteOfDay = Math.floor(((due + 8 * 3_600_000) / 60_000) % 1_440)
        const isQuiet =
          from < to ? minuteOfDay >= from && minuteOfDay < to : minuteOfDay >= from || minuteOfDay < to
        // Equal times are the whole day: the message waits for that time of the day.
        expect(severity !== 'critical' && isQuiet && from !== to).toBe(false)
        expect(severity === 'critical' && due !== now).toBe(false)
      },
    ),
  )
})

test('every kind has a name and a title in both languages, and a page of the portal', () => {
  for (const { name, page } of Object.values(eventKinds)) {
    expect([
      /\p{Script=Han}/u.test(name.zh) || name.zh.includes('VIP'),
      /\p{Script=Han}/u.test(name.en),
    ]).toEqual([true, false])
    expect(page('x')).toMatch(/^\//)
  }
})
