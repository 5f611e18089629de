import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '../../testing/browser.ts'
import { clearSavedOrder, saveOrder, readSavedOrder } from './saved-order.ts'

const order = { id: '01936f00-0000-7000-8000-000000000001', steamId: '76561198000000007', paid: false }

let items: Map<string, string>
beforeEach(() => {
  items = stubStorage('sessionStorage')
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('H4 an order survives a reload, each under its name, until it is removed', () => {
  saveOrder('vip', order)
  stubStorage('sessionStorage', Object.fromEntries(items))
  expect(readSavedOrder('vip', order.steamId)).toEqual(order)
  expect(readSavedOrder('card', order.steamId)).toBeNull()
  clearSavedOrder('vip')
  expect(readSavedOrder('vip', order.steamId)).toBeNull()
})

test('H4 an order is stored in the tab under clutch.order.<name>', () => {
  saveOrder('vip', order)
  expect([...items.keys()]).toEqual(['clutch.order.vip'])
})

test('H2 an order of another user is not shown, and is removed', () => {
  saveOrder('vip', order)
  expect(readSavedOrder('vip', '76561198000000008')).toBeNull()
  expect(items.size).toBe(0)
  expect(readSavedOrder('vip', order.steamId)).toBeNull()
})

test.each(['', 'null', '{', '[]', '{"id":7,"steamId":"x"}', '"text"'])(
  'an invalid stored text is ignored: %s',
  (text) => {
    items.set('clutch.order.vip', text)
    expect(readSavedOrder('vip', order.steamId)).toBeNull()
  },
)

test('where storage is forbidden an order is retained until the page is closed', () => {
  const no = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: no, setItem: no, removeItem: no })
  saveOrder('vip', order)
  expect(readSavedOrder('vip', order.steamId)).toEqual(order)
  clearSavedOrder('vip')
  expect(readSavedOrder('vip', order.steamId)).toBeNull()
})
