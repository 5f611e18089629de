import { expect, test } from 'vitest'
import { findFramingBlock } from './framing-policy.ts'
import { isSameSite } from './same-site.ts'
import { findCookieFailure } from './session-cookie.ts'

const portal = new URL('https://cs.example.org')
const sibling = new URL('https://skins.example.org')
const foreign = new URL('https://skins.example.net')

test.each([
  ['https://cs.example.org', 'https://skins.example.org', true],
  ['https://example.org', 'https://a.b.example.org', true],
  ['https://example.org:8443', 'https://example.org', true],
  ['http://cs.example.org', 'https://skins.example.org', false],
  ['https://cs.example.org', 'https://cs.example.net', false],
  ['https://one.com.cn', 'https://two.com.cn', false],
  ['https://cs.one.com.cn', 'https://skins.one.com.cn', true],
  ['http://127.0.0.1:80', 'http://127.0.0.1:81', true],
  ['http://127.0.0.1', 'http://10.0.0.1', false],
  ['http://[::1]', 'http://localhost', false],
])('J3 %s and %s are one site: %s', (one, other, same) => {
  expect(isSameSite(new URL(one), new URL(other))).toBe(same)
  expect(isSameSite(new URL(other), new URL(one))).toBe(same)
})

test.each([
  [[], sibling, 'noCookie'],
  [['s=; Max-Age=0'], sibling, 'noCookie'],
  [['s=1; Path=/; HttpOnly; SameSite=Lax'], sibling, undefined],
  [['s=1; Secure'], sibling, undefined],
  [['s=1'], foreign, 'crossSite'],
  [['s=1; samesite=strict; secure'], foreign, 'crossSite'],
  [['s=1; SameSite=None; Secure'], foreign, undefined],
  [['s=1; SameSite=None'], sibling, 'cookieRejected'],
  [['s=1; Secure'], new URL('http://skins.example.org'), 'cookieRejected'],
  [['theme=dark', 's=1; SameSite=None; Secure'], foreign, undefined],
])('J3 of the cookies %j of %s the fault is %s', (cookies, site, problem) => {
  expect(findCookieFailure(cookies, site, portal)?.problem).toBe(problem)
})

test.each([
  [{}, true],
  [{ 'x-frame-options': 'sameorigin' }, false],
  [{ 'x-frame-options': 'DENY' }, false],
  [{ 'x-frame-options': 'ALLOW-FROM https://elsewhere.example' }, true],
  [{ 'content-security-policy': "default-src 'none'" }, true],
  [{ 'content-security-policy': "frame-ancestors 'none'" }, false],
  [{ 'content-security-policy': "frame-ancestors 'self'" }, false],
  [{ 'content-security-policy': 'frame-ancestors' }, false],
  [{ 'content-security-policy': "frame-ancestors 'self' https://cs.example.org" }, true],
  [{ 'content-security-policy': 'frame-ancestors https://*.example.org:*/x' }, true],
  [{ 'content-security-policy': 'frame-ancestors cs.example.org' }, true],
  [{ 'content-security-policy': 'frame-ancestors http:' }, true],
  [{ 'content-security-policy': 'frame-ancestors https://cs.example.org:8443' }, false],
  [{ 'content-security-policy': "frame-ancestors *, frame-ancestors 'none'" }, false],
  [{ 'content-security-policy': 'frame-ancestors *', 'x-frame-options': 'DENY' }, true],
])('J3 a site with the headers %j may be framed: %s', (headers, allowed) => {
  expect(findFramingBlock(new Headers(headers as Record<string, string>), sibling, portal) === null).toBe(
    allowed,
  )
})
