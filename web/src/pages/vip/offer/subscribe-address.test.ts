import { expect, test } from 'vitest'
import { buildSubscribeUrl } from './subscribe-address.ts'

const user = { steamId: '76561198000000001', username: '北岸 & co', avatar: '' }

test("F2, F4 the portal's own purchase page receives the buyer and the community", () => {
  const address = buildSubscribeUrl({ name: 'CLUTCH', vip: { subscribeUrl: null, storeUrl: null } }, user)
  expect(address).toMatch(/^\/subscribe\?/)
  expect(Object.fromEntries(new URLSearchParams(address.split('?')[1]))).toEqual({
    username: '北岸 & co',
    steamid: '76561198000000001',
    server_name: 'CLUTCH',
  })
})

test('F4 an operator’s page retains its own parameters, and receives the same ones', () => {
  const subscribeUrl = 'https://pay.example/vip?shop=7#plans'
  const address = new URL(buildSubscribeUrl({ name: 'CLUTCH', vip: { subscribeUrl, storeUrl: null } }, user))
  expect(address.origin + address.pathname + address.hash).toBe('https://pay.example/vip#plans')
  expect(address.searchParams.get('shop')).toBe('7')
  expect(address.searchParams.get('steamid')).toBe(user.steamId)
})
