import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadAccount, logOut, pollForProfile } from './account.queries.ts'
import { revokeEndedSessions } from '../session/ended-sessions.queries.ts'
import { beginSession, getSession, clearSession } from '../session/session.ts'
import { kite, makeToken, stubStorage } from '../testing/browser.ts'

const unnamed = { ...kite, username: '#000001', avatar: '' }
const rest = {
  id: '01936f00-0000-7000-8000-000000000001',
  ownName: false,
  avatarSource: 'steam',
  email: null,
  language: 'zh',
  groups: [],
  operator: null,
  secondFactor: { on: false, shown: false, recoveryCodes: 0, removableBySteam: false },
}
let answers: object[]

beforeEach(() => {
  vi.useFakeTimers()
  stubStorage('localStorage')
  vi.stubGlobal('document', { documentElement: { lang: 'zh-CN' } })
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ ...rest, ...answers.shift() })))
  beginSession({ user: unnamed, token: makeToken(Date.now() + 60_000, { sid: 's' }) })
})
afterEach(() => {
  clearSession()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('B3 name and picture are polled until Steam has provided them', async () => {
  const yet = { ...unnamed, steamName: '' }
  answers = [yet, { ...kite, steamName: kite.username }, yet]
  const looking = pollForProfile()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(getSession()?.user).toEqual(unnamed)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(getSession()?.user).toEqual(kite)
  await looking
  expect(answers).toEqual([yet])
})

test('B3 they are polled three times at most, and no longer after sign-out', async () => {
  const yet = { ...unnamed, steamName: '' }
  answers = [yet, yet, yet, yet]
  const looking = pollForProfile()
  await vi.advanceTimersByTimeAsync(60_000)
  await looking
  expect(answers).toHaveLength(1)
  const again = pollForProfile()
  clearSession()
  await vi.advanceTimersByTimeAsync(60_000)
  await again
  expect(answers).toHaveLength(1)
})

test.each([
  ['saved if none is known', null, undefined, ['zh']],
  ['saved if another was chosen here', 'zh', 'en', ['en']],
  ['left where none was chosen here', 'en', undefined, []],
  ['left where it is the same', 'en', 'en', []],
])('B7 C6 the language of mails is %s', async (_what, known, chosen, sent) => {
  if (chosen !== undefined) localStorage.setItem('preferredLanguage', chosen)
  const bodies: string[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    if (url !== '/api/mail-settings')
      return new Response(JSON.stringify({ ...rest, ...kite, steamName: '', language: known }))
    bodies.push(body ?? '')
    return new Response(JSON.stringify({ email: null, language: 'zh', off: [] }))
  })
  await loadAccount()
  expect(bodies).toEqual(sent.map((language) => JSON.stringify({ language })))
})

test('C15 a sign-out without a connection ends the session as soon as the portal answers', async () => {
  const storage = stubStorage('localStorage')
  const portal = vi.fn<typeof fetch>(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', portal)
  vi.spyOn(console, 'warn').mockReturnValue()
  const token = getSession()?.token
  await logOut()
  expect(getSession()).toBeNull()
  expect([...storage.keys()]).toEqual(['endingSessions'])
  await expect(revokeEndedSessions()).rejects.toMatchObject({ code: 'offline' })

  // Another user signs in meanwhile: their session is not touched.
  beginSession({ user: kite, token: makeToken(Date.now() + 60_000, { sid: 'other' }) })
  portal.mockImplementation(async () => new Response(JSON.stringify({ success: true })))
  await revokeEndedSessions()
  const [, sent] = portal.mock.calls.at(-1) ?? []
  expect(new Headers(sent?.headers).get('authorization')).toBe(`Bearer ${token}`)
  expect(sent?.body).toBe(JSON.stringify({ steamId: kite.steamId, action: 'LOGOUT' }))
  expect(storage.has('endingSessions')).toBe(false)
  expect(getSession()?.user).toEqual(kite)
})

test.each([
  [401, true],
  [403, true],
  [429, false],
  [503, false],
])('C15 the portal’s answer %i to a sign-out settles it: %s', async (status, settled) => {
  const storage = stubStorage('localStorage')
  const code =
    status === 503 ? 'portal.unavailable' : status === 429 ? 'RATE_LIMIT_EXCEEDED' : 'session.invalid'
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ error: 'no', code }), { status }))
  vi.spyOn(console, 'warn').mockReturnValue()
  await logOut()
  expect(storage.has('endingSessions')).toBe(!settled)
})

test('C15 a token that has expired is not stored for later revocation', async () => {
  const storage = stubStorage('localStorage')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  vi.spyOn(console, 'warn').mockReturnValue()
  await logOut()
  await vi.advanceTimersByTimeAsync(60_000)
  vi.setSystemTime(Date.now() + 60_000)
  await revokeEndedSessions()
  expect([...storage]).toEqual([])
})
