import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { expect, test } from 'vitest'
import { getAppliedState, getDisabledReason, groupByExpiry, isCovered, isExpired } from './rental-state.ts'
import { createSampleServer } from './list/sample-server.ts'

const now = Date.parse('2026-11-21T20:00:00+08:00')
const server = (change: Partial<RentalView> = {}): RentalView => ({
  ...createSampleServer('sv-aaaaaa', 'Server', 'Shanghai'),
  expiredate: '2026-12-21',
  timestamp: Date.parse('2026-12-21T20:00:00+08:00') / 1_000,
  ...change,
})
const endedToday = { expiredate: '2026-11-21', timestamp: now / 1_000 - 1 }

test('G6 a server is over by its own end while the page is open, and when the portal says so', () => {
  expect(isExpired(server(), now)).toBe(false)
  expect(isExpired(server(endedToday), now)).toBe(true)
  expect(isExpired(server({ isExpired: true }), now)).toBe(true)
})

test('G7 while it switches nothing on its card can be pressed, also not a renewal', () => {
  const moving = server({ status: 'SWITCHING' })
  expect(
    (['restart', 'copy', 'demos', 'renew'] as const).map((action) => getDisabledReason(moving, action, now)),
  ).toEqual(['switching', 'switching', 'switching', 'switching'])
})

test('G7 an expired server can be copied and renewed, and nothing else', () => {
  const over = server(endedToday)
  expect((['copy', 'renew'] as const).map((action) => getDisabledReason(over, action, now))).toEqual([
    null,
    null,
  ])
  expect(
    (['restart', 'password', 'admins', 'demos', 'switch', 'verify'] as const).map((action) =>
      getDisabledReason(over, action, now),
    ),
  ).toEqual(Array.from({ length: 6 }, () => 'over'))
})

test('G9 nothing is copied where there is no address', () => {
  expect(getDisabledReason(server(), 'copy', now)).toBeNull()
  const nowhere = { public_ip: '', server_port: null }
  expect(getDisabledReason(server(nowhere), 'copy', now)).toBe('nowhere')
  expect(getDisabledReason(server({ ...endedToday, ...nowhere }), 'copy', now)).toBeNull()
})

test('G19 a member may copy and see demos and admins; other actions are marked as owner-only', () => {
  const members = server({ isOwner: false })
  expect(getDisabledReason(members, 'password', now)).toBe('owner-only')
  expect(
    (['copy', 'demos', 'admins'] as const).map((action) => getDisabledReason(members, action, now)),
  ).toEqual([null, null, null])
})

test('G7 maintenance covers a card, unless it has expired', () => {
  expect(isCovered(server({ maintenance_status: 1 }), now)).toBe(true)
  expect(isCovered(server({ maintenance_status: 1, ...endedToday }), now)).toBe(false)
  expect(isCovered(server(), now)).toBe(false)
})

test('G3 active servers are first, expired ones after them, each in their order', () => {
  const all = [
    server({ instance_id: 'sv-bbbbbb', ...endedToday }),
    server({ instance_id: 'sv-cccccc' }),
    server({ instance_id: 'sv-dddddd' }),
  ]
  const { active, expired } = groupByExpiry(all, now)
  expect(active.map((one) => one.instance_id)).toEqual(['sv-cccccc', 'sv-dddddd'])
  expect(expired.map((one) => one.instance_id)).toEqual(['sv-bbbbbb'])
})

test('G14 G15 a change is applied once the game has confirmed it, and not before the list reports it', () => {
  const at = (confirmed: number, since: number | null, status: RentalView['status'] = 'RUNNING') =>
    getAppliedState(
      server({
        status,
        applying: { confirmed, pending: since === null ? [] : [{ kind: 'password', since }] },
      }),
      'password',
      2,
      now,
    )
  expect(at(2, null)).toBe('applied')
  expect(at(1, now - 1_000)).toBe('pending')
  expect(at(1, now - 60_000)).toBe('delayed')
  expect(at(1, now - 60_000, 'CREATING')).toBe('pending')
  expect(at(1, null)).toBe('pending')
})
