import { expect, test } from 'vitest'
import { realmCovers } from './openid.ts'

test.each([
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/api/back?state=x'],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
  ['https://cs.example.org/portal', 'https://cs.example.org/portal'],
  ['https://cs.example.org/portal', 'https://cs.example.org/portal/back'],
  ['https://*.example.org', 'https://cs.example.org/back'],
  ['https://*.example.org', 'https://example.org/back'],
])('C2 the realm %s covers %s', (realm, returnTo) => {
  expect(realmCovers(realm, returnTo)).toBe(true)
})

test.each([
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8081/back'],
  ['http://127.0.0.1:8080', 'https://127.0.0.1:8080/back'],
  ['https://example.org', 'https://cs.example.org/back'],
  ['https://*.example.org', 'https://evilexample.org/back'],
  ['https://example.org/portal', 'https://example.org/portal2'],
  ['https://example.org#x', 'https://example.org/#x'],
  ['https://example.org', 'https://user@example.org/back'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['', ''],
])('C2 the realm %s does not cover %s', (realm, returnTo) => {
  expect(realmCovers(realm, returnTo)).toBe(false)
})
