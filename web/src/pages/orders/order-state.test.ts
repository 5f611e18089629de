import { expect, test } from 'vitest'
import { shownState } from './order-state.ts'

test('H2 a paid order is done only once what was bought is there', () => {
  expect(shownState({ status: 'paid', fulfilled: false, notOnServers: false })).toBe('delivering')
  expect(shownState({ status: 'paid', fulfilled: true, notOnServers: false })).toBe('done')
  expect(shownState({ status: 'open', fulfilled: false, notOnServers: false })).toBe('open')
  expect(shownState({ status: 'closed', fulfilled: false, notOnServers: false })).toBe('closed')
  expect(shownState({ status: 'refunded', fulfilled: true, notOnServers: false })).toBe('refunded')
})

test('F7 VIP that no game server receives is recorded, and not said to be completed', () => {
  const order = { status: 'paid', fulfilled: true, notOnServers: true } as const
  expect(shownState(order)).toBe('recorded')
  expect(shownState({ ...order, fulfilled: false })).toBe('delivering')
  expect(shownState({ ...order, status: 'refunded' })).toBe('refunded')
})
