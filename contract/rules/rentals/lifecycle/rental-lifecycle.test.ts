import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCommunityDay } from '../../shared/community-day.ts'
import {
  type RentalActionState,
  formatConnectCommand,
  isRentalExpired,
  rentalActions,
  getRentalRefusal,
  getDueReminder,
  getRentalTone,
  getMaintenanceCredit,
  getRenewedExpiry,
} from './rental-lifecycle.ts'

const hour = 3_600_000
const day = 24 * hour
/** 2026-11-21 15:00 in Shanghai. */
const now = Date.UTC(2026, 10, 21, 7)
const seconds = (ms: number) => ms / 1_000

test.each([
  ['RUNNING', 'running'],
  ['CREATING', 'creating'],
  ['SWITCHING', 'switching'],
  ['TERMINATING', 'ended'],
  ['TERMINATED', 'ended'],
  ['TERMINA', 'ended'],
  ['RESTARTING', 'other'],
  ['constructor', 'other'],
])('G5 %s has the dot of %s, and a red one once it is over', (status, tone) => {
  expect(getRentalTone(status, false)).toBe(tone)
  expect(getRentalTone(status, true)).toBe('ended')
})

test.each([
  ['no date', null, null, true],
  ['an empty date', '', seconds(now + day), true],
  ['tomorrow, whatever the timestamp', '2026-11-22', seconds(now - day), false],
  ['yesterday, whatever the timestamp', '2026-11-20', seconds(now + day), true],
  ['today without a timestamp', '2026-11-21', null, false],
  ['today, later', '2026-11-21', seconds(now + 1_000), false],
  ['today, this very moment', '2026-11-21', seconds(now), false],
  ['today, past', '2026-11-21', seconds(now - 1_000), true],
])('G6 %s', (_name, expiredate, timestamp, over) => {
  expect(isRentalExpired({ expiredate, timestamp }, now)).toBe(over)
})

test('G6 a day begins at midnight in Shanghai', () => {
  const midnight = Date.UTC(2026, 10, 21, 16)
  expect(toCommunityDay(midnight - 1)).toBe('2026-11-21')
  expect(toCommunityDay(midnight)).toBe('2026-11-22')
  expect(isRentalExpired({ expiredate: '2026-11-21', timestamp: null }, midnight - 1)).toBe(false)
  expect(isRentalExpired({ expiredate: '2026-11-21', timestamp: null }, midnight)).toBe(true)
})

test('G6 a rental is over exactly when its end has passed, as the API reports it', () => {
  fc.assert(
    fc.property(fc.integer({ min: -3 * day, max: 3 * day }), (ms) => {
      const ends = Math.floor((now + ms) / 1_000)
      expect(isRentalExpired({ expiredate: toCommunityDay(ends * 1_000), timestamp: ends }, now)).toBe(
        now > ends * 1_000,
      )
    }),
  )
})

const running: RentalActionState = {
  status: 'RUNNING',
  isOwner: true,
  isExpired: false,
  isMaintained: false,
  relocatable: true,
  lockedUntil: null,
}
const open = (facts: Partial<RentalActionState>) =>
  rentalActions.filter((action) => getRentalRefusal({ ...running, ...facts }, action, now) === null)

test.each<[string, Partial<RentalActionState>, readonly string[]]>([
  ['everything is open to the owner of a running one', {}, rentalActions],
  [
    'a fixed one is not switched',
    { relocatable: false },
    rentalActions.filter((action) => action !== 'switch'),
  ],
  [
    'a member changes the map, copies, sees the admins, the demos and the saved grenades',
    { isOwner: false },
    ['map', 'copy', 'admins', 'demos', 'grenades'],
  ],
  ['an expired one is copied and renewed', { isExpired: true }, ['copy', 'renew']],
  ['an expired one of somebody else is copied', { isExpired: true, isOwner: false }, ['copy']],
  ['under maintenance the owner still renews', { isMaintained: true }, ['renew']],
  ['while it switches the owner still renews', { status: 'SWITCHING' }, ['renew']],
  ['the lock of a restart leaves the renewal', { lockedUntil: now + 1 }, ['renew']],
  ['a lock that is over holds nothing', { lockedUntil: now }, rentalActions],
  ['a verification leaves the renewal', { status: 'VERIFYING' }, ['renew']],
  ['what could not be made has nothing to do anything with', { status: 'FAILED' }, []],
  [
    'what is being made can be prepared',
    { status: 'CREATING' },
    ['password', 'admins', 'demos', 'grenades', 'renew'],
  ],
])('G7 G19 %s', (_name, facts, actions) => {
  expect(open(facts)).toEqual(actions)
})

test('G7 copying and renewing are never refused on an expired card, whatever else is true', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('RUNNING', 'SWITCHING', 'TERMINATED', 'VERIFYING', 'LOST'),
      fc.boolean(),
      fc.option(fc.integer({ min: now - day, max: now + day }), { nil: null }),
      (status, isMaintained, lockedUntil) => {
        expect(open({ status, isMaintained, lockedUntil, isExpired: true })).toEqual(['copy', 'renew'])
      },
    ),
  )
})

test('G9 connect_url if present, else the password where there is one, then the address', () => {
  const server = { connect_url: '', sv_password: 'abc1', public_ip: '203.0.113.4', server_port: 27_200 }
  expect(formatConnectCommand(server)).toBe('password abc1; connect 203.0.113.4:27200')
  expect(formatConnectCommand({ ...server, sv_password: '' })).toBe('connect 203.0.113.4:27200')
  expect(formatConnectCommand({ ...server, connect_url: 'connect a.example' })).toBe('connect a.example')
  expect(formatConnectCommand({ ...server, public_ip: '', server_port: null })).toBe('')
})

test('G13 a renewal counts from the later of now and the present end', () => {
  expect(getRenewedExpiry(now, now + day, hour)).toBe(now + day + hour)
  expect(getRenewedExpiry(now, now - day, hour)).toBe(now + hour)
})

test('G20 maintenance gives its whole length back, but only beyond 24 hours', () => {
  expect(getMaintenanceCredit(now, now + day)).toBe(0)
  expect(getMaintenanceCredit(now, now + day + 1)).toBe(day + 1)
})

test.each([
  ['1m', 3 * day + 1, null],
  ['1m', 3 * day, '3d'],
  ['7d', day + 1, '3d'],
  ['7d', day, '1d'],
  ['7d', 1, '1d'],
  ['7d', 0, null],
  ['3d', day, null],
  ['3d', hour, '1h'],
  ['4h', hour + 1, null],
  ['4h', 1, '1h'],
  ['8h', -1, null],
] as const)('G21 of a term of %s, %d ms before its end: %s', (duration, left, notice) => {
  expect(getDueReminder(now + left, duration, now)).toBe(notice)
})
