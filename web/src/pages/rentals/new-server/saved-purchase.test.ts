import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveOrder } from '../../../app/payment/order/saved-order.ts'
import { kite, stubStorage } from '../../../app/testing/browser.ts'
import {
  isBuyingServer,
  newServerStorageName,
  renewalStorageName,
  findServerBeingRenewed,
} from './saved-purchase.ts'

const servers = [{ instance_id: 'sv-7f3k2q' }, { instance_id: 'sv-2m9x4d' }]
const order = { id: '01936f00-0000-7000-8000-000000000001', steamId: kite.steamId, paid: false }

beforeEach(() => {
  stubStorage('sessionStorage')
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('H4 a purchase a reload interrupted is known by its name, a renewal by its server', () => {
  expect(isBuyingServer(kite.steamId)).toBe(false)
  saveOrder(newServerStorageName, order)
  expect(isBuyingServer(kite.steamId)).toBe(true)
  expect(findServerBeingRenewed(kite.steamId, servers)).toBeUndefined()
  saveOrder(renewalStorageName('sv-2m9x4d'), order)
  expect(findServerBeingRenewed(kite.steamId, servers)).toBe(servers[1])
})

test('H2 a stored purchase does not apply to another user', () => {
  saveOrder(newServerStorageName, order)
  saveOrder(renewalStorageName('sv-2m9x4d'), order)
  expect(isBuyingServer('76561198000000008')).toBe(false)
  expect(findServerBeingRenewed('76561198000000008', servers)).toBeUndefined()
})
