import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { expect, test } from 'vitest'
import { toOrderRequest } from '../../../app/payment/purchase/purchase-item.ts'
import { createSampleServer } from '../list/sample-server.ts'
import { serverEnd, needsRebuild, computeNewEnd, toPurchaseItem, getRenewedEnd } from './renewal.ts'

const dayMs = 24 * 3_600_000
const now = Date.parse('2026-11-21T20:00:00+08:00')
const ends = now + 10 * dayMs
const server = (change: Partial<RentalView> = {}): RentalView => ({
  ...createSampleServer('sv-7f3k2q', 'Server', 'Shanghai'),
  timestamp: ends / 1_000,
  ...change,
})
const over = server({ isExpired: true, timestamp: now / 1_000 - 60 })

test('G13 only a removed server is created again: one that still exists is renewed', () => {
  const standing = ['RUNNING', 'CREATING', 'SWITCHING', 'RESTARTING', 'VERIFYING', 'FAILED', 'LOST'] as const
  for (const status of standing)
    expect([status, needsRebuild(server({ status }), now)]).toEqual([status, false])
  for (const status of ['TERMINATING', 'TERMINATED'] as const)
    expect([status, needsRebuild(server({ status }), now)]).toEqual([status, true])
  expect(needsRebuild(over, now)).toBe(true)
})

test('G13 a server that ended while the dialog was open is created again, too, according to the payment time', () => {
  expect(needsRebuild(server(), ends - 1)).toBe(false)
  expect(needsRebuild(server(), ends)).toBe(true)
})

test('G13 the new end counts from the later of now and the present one', () => {
  expect(computeNewEnd(serverEnd(server()), '1m', now)).toBe(ends + 30 * dayMs)
  expect(computeNewEnd(serverEnd(over), '7d', now)).toBe(now + 7 * dayMs)
  expect(computeNewEnd(serverEnd(server({ timestamp: null })), '4h', now)).toBe(now + 4 * 3_600_000)
})

test('G13 a paid renewal shows the new end before the portal has it, and then the portal’s own', () => {
  const order = { created: now, paid: now + 40_000, duration: '1m' } as const
  const renewed = { order, late: false, before: ends, now: ends }
  expect(getRenewedEnd(renewed)).toBe(ends + 30 * dayMs)
  expect(getRenewedEnd({ ...renewed, now: ends + 31 * dayMs })).toBe(ends + 31 * dayMs)
  // After a reload the end is the new one already.
  const known = ends + 30 * dayMs
  expect(getRenewedEnd({ ...renewed, late: true, before: known, now: known })).toBe(known)
})

test("H7 a renewal contains the server's own region mode, and no other priced option", () => {
  const options = ([0, 1] as const).map((relocatable) => {
    const wanted = toPurchaseItem(server({ relocatable }), '3m')
    expect(wanted.relocatable).toBe(relocatable === 1)
    return toOrderRequest(wanted, 'paypal', null).options
  })
  const common = { instance_id: 'sv-7f3k2q', duration: '3m', paymentMethod: 'paypal' }
  expect(options).toEqual([
    { ...common, isRelocatable: false },
    { ...common, isRelocatable: true },
  ])
})
