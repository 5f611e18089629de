import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepOrder } from '../../../app/payment/kept-order.ts'
import { kite, stubStorage } from '../../../app/testing/browser.ts'
import { isBuyingServer, newServerKept, renewalKept, serverBeingRenewed } from './kept-purchase.ts'

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
  keepOrder(newServerKept, order)
  expect(isBuyingServer(kite.steamId)).toBe(true)
  expect(serverBeingRenewed(kite.steamId, servers)).toBeUndefined()
  keepOrder(renewalKept('sv-2m9x4d'), order)
  expect(serverBeingRenewed(kite.steamId, servers)).toBe(servers[1])
})

test('H2 it is nobody else’s', () => {
  keepOrder(newServerKept, order)
  keepOrder(renewalKept('sv-2m9x4d'), order)
  expect(isBuyingServer('76561198000000008')).toBe(false)
  expect(serverBeingRenewed('76561198000000008', servers)).toBeUndefined()
})
