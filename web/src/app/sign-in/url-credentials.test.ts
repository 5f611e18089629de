import { afterEach, expect, test, vi } from 'vitest'
import {
  getUrlCredentials,
  captureUrlCredentials,
  clearUrlCredentials,
  extractUrlCredentials,
} from './url-credentials.ts'
import { stubStorage } from '../testing/browser.ts'

afterEach(() => vi.unstubAllGlobals())

test('C3 the ticket is removed from the address, and the rest of it stays', () => {
  expect(extractUrlCredentials('https://portal.example/auth/steam/callback?token=abc&from=qq')).toEqual({
    arrival: { path: '/auth/steam/callback', token: 'abc', email: null, error: null, language: null },
    cleaned: '/auth/steam/callback?from=qq',
  })
})

test('A8 the reset’s token and address are taken, also behind a #', () => {
  const arrival = {
    path: '/reset-password',
    token: 't',
    email: 'kite@example.com',
    error: null,
    language: 'en',
  }
  const cleaned = '/reset-password'
  for (const mark of ['?', '#'])
    expect(
      extractUrlCredentials(
        `https://portal.example/reset-password${mark}token=t&email=kite%40example.com&language=en`,
      ),
    ).toEqual({ arrival, cleaned })
})

test('other addresses are left alone', () => {
  for (const path of ['/', '/servers?token=abc', '/auth/steam/callbacks?token=abc'])
    expect(extractUrlCredentials(`https://portal.example${path}`)).toBeNull()
})

/** The browser loads this address; answers the address that it shows then. */
function load(path: string): string {
  let shown = path
  vi.stubGlobal('location', { href: `https://portal.example${path}` })
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_: unknown, __: string, url: string) => (shown = url),
  })
  captureUrlCredentials()
  return shown
}
const link = '/reset-password?token=t&email=kite%40example.com&language=en'
const brought = () => {
  const { token, email } = getUrlCredentials('/reset-password')
  return [token, email]
}

test('C8 the link of a reset outlives a reload in its tab until it is used, and an address with half of it brings nothing', () => {
  stubStorage('localStorage')
  const tab = stubStorage('sessionStorage')
  expect(load(link)).toBe('/reset-password')
  expect(brought()).toEqual(['t', 'kite@example.com'])
  expect(load('/reset-password')).toBe('/reset-password')
  expect(brought()).toEqual(['t', 'kite@example.com'])
  clearUrlCredentials()
  expect([...tab]).toEqual([])
  for (const path of ['/reset-password', '/reset-password?token=x', '/reset-password?email=x']) {
    load(path)
    expect(brought()).not.toEqual([expect.any(String), expect.any(String)])
  }
})

test('C8 the language of a mail’s link is chosen where none was chosen before', () => {
  stubStorage('sessionStorage')
  const storage = stubStorage('localStorage')
  load(link.replace('language=en', 'language=fr'))
  expect(storage.get('preferredLanguage')).toBeUndefined()
  load(link)
  expect(storage.get('preferredLanguage')).toBe('en')
  load(link.replace('language=en', 'language=zh'))
  expect(storage.get('preferredLanguage')).toBe('en')
})
