import { expect, test } from 'vitest'
import { toSafeReturnPage, homePageFor, addFromParameter } from './return-page.ts'

test.each([
  ['/servers?modes=dm&from=qq', '/servers?modes=dm&from=qq'],
  ['/leaderboard/player/76561198000000001', '/leaderboard/player/76561198000000001'],
  ['/', '/'],
  ['/authors', '/authors'],
])('A7 after the provider the browser is back at %s', (page, landing) => {
  expect(toSafeReturnPage(page)).toBe(landing)
})

test.each([
  null,
  '',
  'servers',
  '//evil.example/x',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/login',
  '/login?showEmailLogin=true',
  '/auth/steam/callback',
  '/reset-password?token=x',
])('A7 from %j it goes to the start page', (page) => {
  expect(toSafeReturnPage(page)).toBe('/')
})

test('A6 `from` is carried to the start page, too', () => {
  expect(toSafeReturnPage('/login?from=qq&showEmailLogin=true')).toBe('/?from=qq')
  expect(homePageFor('/servers?from=a b&s=x')).toBe('/?from=a+b')
  expect(homePageFor('/servers?s=x')).toBe('/')
  expect(addFromParameter('/servers?s=x', 'qq')).toBe('/servers?s=x&from=qq')
  expect(addFromParameter('/?from=weibo', 'qq')).toBe('/?from=weibo')
  expect(addFromParameter('/servers?s=x', undefined)).toBe('/servers?s=x')
})
