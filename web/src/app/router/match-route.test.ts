import { expect, test } from 'vitest'
import { matchRoute } from './match-route.ts'

const addresses = [
  '/',
  '/orders',
  '/orders/$id',
  '/orders/$id/receipt',
  '/admin/$',
  '/servers/$',
  '/$',
] as const

test.each([
  ['/', '/', {}],
  ['/ORDERS', '/orders', {}],
  ['/orders/a%2Fb', '/orders/$id', { id: 'a/b' }],
  ['/orders/7/receipt', '/orders/$id/receipt', { id: '7' }],
  ['/admin', '/admin/$', { _splat: '' }],
  ['/admin/orders/alerts', '/admin/$', { _splat: 'orders/alerts' }],
  ['/servers/x', '/servers/$', { _splat: 'x' }],
  ['/orders/7/more', '/$', { _splat: 'orders/7/more' }],
  ['/serversx', '/$', { _splat: 'serversx' }],
])('A3 %s is %s', (path, address, params) => {
  expect(matchRoute(addresses, path)).toEqual({ address, params })
})

test('A3 no address matches a path with a broken percent sign, or one that is not there', () => {
  expect(matchRoute(addresses, '/orders/%E0%A4%A')).toBeNull()
  expect(matchRoute(['/vip'], '/vip/more')).toBeNull()
})
