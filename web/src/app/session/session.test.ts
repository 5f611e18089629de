import { bindTokenLifetimeMs, sessionLifetimeMs } from '@clutch/contract/limits.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { kite, makeToken, stubStorage } from '../testing/browser.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const good = makeToken(now + sessionLifetimeMs)
const bind = makeToken(now + bindTokenLifetimeMs)

/** The page as it starts with this in its storage. */
async function startWith(held: Record<string, string>) {
  const items = stubStorage('localStorage', held)
  vi.resetModules()
  return { items, ...(await import('./session.ts')) }
}

const signedIn = (over: Record<string, string> = {}) => ({
  user: JSON.stringify(kite),
  loginTime: String(now),
  token: good,
  ...over,
})

beforeEach(() => {
  vi.useFakeTimers({ now })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('C13 who signed in is there again at the next visit, under the keys of the specification', async () => {
  const { items, beginSession } = await startWith({})
  beginSession({ user: kite, token: good })
  expect(Object.fromEntries(items)).toEqual(signedIn())
  const { getSession: currentSession } = await startWith(Object.fromEntries(items))
  expect(currentSession()).toEqual({ user: kite, token: good })
})

test.each([
  ['a millisecond younger than seven days', { loginTime: String(now - sessionLifetimeMs + 1) }, true],
  ['seven days old', { loginTime: String(now - sessionLifetimeMs) }, false],
  ['of an unknown age', { loginTime: 'soon' }, false],
  ['whose token has expired', { token: makeToken(now) }, false],
  ['whose token is malformed', { token: 'abc' }, false],
  ['that cannot be read', { user: '{' }, false],
  ['without a SteamID', { user: '{"username":"x"}' }, false],
] as const)('C13 a stored user %s', async (_, over, stays) => {
  const { getSession: currentSession, items } = await startWith(signedIn(over))
  expect(currentSession() !== null).toBe(stays)
  expect(items.has('user')).toBe(stays)
})

test('C14 an expired session ends at the next check; a binding continues', async () => {
  const {
    getSession: currentSession,
    dropExpiredSession: checkSession,
    items,
  } = await startWith(signedIn({ email_bind_token: bind }))
  checkSession(now + bindTokenLifetimeMs - 1_000)
  expect(currentSession()).not.toBeNull()
  items.set('token', makeToken(now - 1_000))
  checkSession(now)
  expect(currentSession()).toBeNull()
  expect([...items.keys()]).toEqual(['email_bind_token'])
})

test('C14 a user without a token is signed out', async () => {
  const { getSession: currentSession, dropExpiredSession: checkSession, items } = await startWith(signedIn())
  items.delete('token')
  checkSession(now)
  expect(currentSession()).toBeNull()
  expect(items.size).toBe(0)
})

test('C14 an expired bind token is removed, and the session stays', async () => {
  const {
    getSession: currentSession,
    getBinding: currentBinding,
    dropExpiredSession: checkSession,
    items,
  } = await startWith(signedIn({ email_bind_token: bind, bindingEmail: 'kite@example.com' }))
  expect(currentBinding()).toEqual({ email: 'kite@example.com', token: bind })
  vi.setSystemTime(now + bindTokenLifetimeMs)
  expect(currentBinding()).toBeNull()
  checkSession()
  expect(items.has('email_bind_token')).toBe(false)
  expect(currentSession()).not.toBeNull()
})

test('C5, C13 a binding is stored under its two keys until it is complete', async () => {
  const { items, beginBinding, beginSession } = await startWith({})
  beginBinding({ email: 'kite@example.com', token: bind })
  expect(Object.fromEntries(items)).toEqual({ email_bind_token: bind, bindingEmail: 'kite@example.com' })
  beginSession({ user: kite, token: good })
  expect(Object.fromEntries(items)).toEqual(signedIn())
})

test('C15 logging out clears login time, token and bind token', async () => {
  const {
    items,
    getSession: currentSession,
    clearSession: forgetSession,
  } = await startWith(signedIn({ email_bind_token: bind }))
  forgetSession()
  expect(items.size).toBe(0)
  expect(currentSession()).toBeNull()
})

test('C13 another tab that signs in or out is followed', async () => {
  const events = new EventTarget()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
  const { items, getSession: currentSession, watchOtherTabs: followOtherTabs } = await startWith({})
  let signIns = 0
  const stop = followOtherTabs(() => (signIns += 1))
  const tell = (key: string | null) => events.dispatchEvent(Object.assign(new Event('storage'), { key }))
  for (const [key, value] of Object.entries(signedIn())) items.set(key, value)
  tell('theme')
  expect(currentSession()).toBeNull()
  tell('token')
  expect(currentSession()?.user).toEqual(kite)
  expect(signIns).toBe(1)
  items.clear()
  tell(null)
  expect(currentSession()).toBeNull()
  expect(signIns).toBe(1)
  stop()
  for (const [key, value] of Object.entries(signedIn())) items.set(key, value)
  tell('token')
  expect(currentSession()).toBeNull()
})

test('J2 a new name or picture is stored, and only for the signed-in user', async () => {
  const { items, getSession: currentSession, updateUser: changeUser } = await startWith(signedIn())
  changeUser({ ...kite, steamId: '76561198000000008', username: 'somebody else' })
  expect(currentSession()?.user).toEqual(kite)
  changeUser({ ...kite, username: 'kite' })
  expect(currentSession()).toEqual({ user: { ...kite, username: 'kite' }, token: good })
  expect(JSON.parse(items.get('user') ?? '')).toMatchObject({ username: 'kite' })
})

test('C13 where storage is forbidden the session lives as long as the page', async () => {
  vi.stubGlobal('localStorage', undefined)
  vi.resetModules()
  const {
    beginSession,
    dropExpiredSession: checkSession,
    getSession: currentSession,
    clearSession: forgetSession,
  } = await import('./session.ts')
  beginSession({ user: kite, token: good })
  checkSession(now)
  expect(currentSession()?.user).toEqual(kite)
  forgetSession()
  checkSession(now)
  expect(currentSession()).toBeNull()
})
