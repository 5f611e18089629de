import { expect, test } from 'vitest'
import { toBuyerOrderState } from './order-state.ts'

test('H2 a paid order is done only after fulfilment', () => {
  expect(toBuyerOrderState({ status: 'paid', fulfilled: false, notOnServers: false })).toBe('delivering')
  expect(toBuyerOrderState({ status: 'paid', fulfilled: true, notOnServers: false })).toBe('done')
  expect(toBuyerOrderState({ status: 'open', fulfilled: false, notOnServers: false })).toBe('open')
  expect(toBuyerOrderState({ status: 'closed', fulfilled: false, notOnServers: false })).toBe('closed')
  expect(toBuyerOrderState({ status: 'refunded', fulfilled: true, notOnServers: false })).toBe('refunded')
})

test('F7 VIP that no game server receives is recorded, and not said to be completed', () => {
  const order = { status: 'paid', fulfilled: true, notOnServers: true } as const
  expect(toBuyerOrderState(order)).toBe('recorded')
  expect(toBuyerOrderState({ ...order, fulfilled: false })).toBe('delivering')
  expect(toBuyerOrderState({ ...order, status: 'refunded' })).toBe('refunded')
})
