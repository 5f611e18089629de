import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UrlCredentials } from '../../app/sign-in/url-credentials.ts'
import { beginBinding, getSession, clearSession } from '../../app/session/session.ts'
import {
  closeSignIn,
  openSignIn,
  resumeBinding,
  getSignInMode,
} from '../../app/sign-in/sign-in-dialog-store.ts'
import { kite, makeToken, stubStorage } from '../../app/testing/browser.ts'
import { closeToast, toastStore } from '../../ui/messages/toast-store.ts'
import { blockedStore } from './blocked-store.ts'
import { failureStore, startBindingRedirect } from './steam-binding/binding-redirect.ts'
import { finishLinkSignIn, finishSteamBinding, finishSteamSignIn } from './sign-in-callbacks.ts'

const soon = Date.now() + 60_000
const session = makeToken(soon, { sid: 's' })
const bindToken = makeToken(soon, { bid: 'b' })
const provenToken = makeToken(soon, { bid: 'c', steamId: kite.steamId })

type Answers = Record<string, [status: number, body: object]>
const fine: Answers = {
  '/api/auth/steam/user-info': [200, kite],
  '/api/auth/steam/token': [200, { token: session }],
  '/api/auth/email/bind-steam': [200, { ...kite, token: session }],
  '/api/auth/link': [200, { ...kite, token: session }],
  '/api/auth/log': [200, { success: true }],
  '/api/account': [503, {}],
}

interface Asked {
  path: string
  bearer: string | undefined
  body: unknown
}

let asked: Asked[]
function portalAnswers(over: Answers = {}) {
  asked = []
  vi.stubGlobal(
    'fetch',
    async (path: string, init: { headers: Record<string, string>; body?: string }): Promise<Response> => {
      const bearer = init.headers['authorization']?.replace('Bearer ', '')
      asked.push({ path, bearer, body: init.body && JSON.parse(init.body) })
      const [status, body] = { ...fine, ...over }[path] ?? [404, {}]
      return new Response(JSON.stringify(body), { status })
    },
  )
}

const arrival = (part: Partial<UrlCredentials>): UrlCredentials => ({
  path: '',
  token: null,
  email: null,
  error: null,
  language: null,
  ...part,
})
const refusal = (code: string) => ({ error: 'no', code })

let local: Map<string, string>
beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
  local = stubStorage('localStorage')
  stubStorage('sessionStorage', { signInFrom: '/servers?from=qq&modes=dm' })
  vi.stubGlobal('location', { pathname: '/servers', search: '?from=qq&modes=dm' })
  portalAnswers()
})
afterEach(() => {
  clearSession()
  for (const { id } of toastStore.get()) closeToast(id)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('C3 a ticket becomes a session, is written down, and the browser is back where it began', async () => {
  expect(await finishSteamSignIn(arrival({ token: 'ticket' }))).toEqual({ href: '/servers?from=qq&modes=dm' })
  expect(getSession()).toEqual({ user: kite, token: session })
  expect(asked.slice(0, 3)).toEqual([
    { path: '/api/auth/steam/user-info', bearer: 'ticket', body: undefined },
    { path: '/api/auth/steam/token', bearer: 'ticket', body: { steamId: kite.steamId } },
    { path: '/api/auth/log', bearer: session, body: { steamId: kite.steamId, action: 'LOGIN-STEAM' } },
  ])
  expect(toastStore.get()).toHaveLength(1)
})

test.each([
  ['without a token', {}, {}, 'tokenNotFound'],
  ['with loginFailed', { error: 'loginFailed' }, {}, 'loginFailed'],
  ['with steamApiError', { error: 'steamApiError' }, {}, 'steamApiError'],
  ['with any other error', { error: '<b>', token: 'ticket' }, {}, 'loginFailed'],
  [
    'with a spent ticket',
    { token: 'ticket' },
    { '/api/auth/steam/token': [401, refusal('ticket.invalid')] },
    'loginFailed',
  ],
  [
    'while Steam is away',
    { token: 'ticket' },
    { '/api/auth/steam/user-info': [503, refusal('portal.unavailable')] },
    'steamApiError',
  ],
  [
    'while the portal fails',
    { token: 'ticket' },
    { '/api/auth/steam/token': [500, refusal('portal.internal')] },
    'serverRequestFailed',
  ],
  [
    'with a gateway’s page for an answer',
    { token: 'ticket' },
    { '/api/auth/steam/token': [200, {}] },
    'serverRequestFailed',
  ],
  [
    'as an unknown player',
    { token: 'ticket' },
    { '/api/auth/steam/user-info': [404, refusal('user.not_found')] },
    'playerNotFound',
  ],
  [
    'without what the portal needs',
    { token: 'ticket' },
    { '/api/auth/steam/token': [400, refusal('request.invalid')] },
    'missingParameters',
  ],
  [
    'after too many tries',
    { token: 'ticket' },
    { '/api/auth/steam/token': [429, refusal('RATE_LIMIT_EXCEEDED')] },
    'RATE_LIMIT_EXCEEDED',
  ],
] as [string, Partial<UrlCredentials>, Answers, string][])(
  'C17, A6 %s the browser is at `/` with %s, and keeps `from`',
  async (_, part, over, error) => {
    portalAnswers(over)
    expect(await finishSteamSignIn(arrival(part))).toEqual({ href: '/?from=qq', error })
    expect(getSession()).toBeNull()
  },
)

test.each([
  ['by Steam', () => finishSteamSignIn(arrival({ token: 'ticket' })), '/?from=qq'],
  ['by a link', () => finishLinkSignIn(arrival({ token: 'link' })), '/'],
] as const)('C16 a blocked user sees the reason when they sign in %s', async (_, arrive, href) => {
  const about = { reason: 'cheating', expires: 5 }
  const blocked: Answers[string] = [403, { ...refusal('user.blocked'), about }]
  portalAnswers({ '/api/auth/steam/token': blocked, '/api/auth/link': blocked })
  expect(await arrive()).toEqual({ href })
  expect([getSignInMode(), blockedStore.get()]).toEqual(['blocked', about])
  expect(getSession()).toBeNull()
  closeSignIn()
})

test('C9 the proven SteamID is bound for the address whose binding this browser began', async () => {
  beginBinding({ email: 'kite@example.com', token: bindToken })
  startBindingRedirect({ email: 'kite@example.com', token: bindToken })
  expect(await finishSteamBinding(arrival({ token: provenToken }))).toEqual({
    href: '/servers?from=qq&modes=dm',
  })
  expect(asked[0]).toEqual({
    path: '/api/auth/email/bind-steam',
    bearer: provenToken,
    body: { email: 'kite@example.com', steamId: kite.steamId },
  })
  expect(getSession()?.token).toBe(session)
  expect([...local.keys()].toSorted()).toEqual(['loginTime', 'token', 'user'])
})

test('C19 a binding that this browser did not begin is not made', async () => {
  const never = { href: '/?from=qq', error: 'invalidAuthentication' }
  expect(await finishSteamBinding(arrival({ token: provenToken }))).toEqual(never)
  stubStorage('sessionStorage', { signInFrom: '/?from=qq' })
  beginBinding({ email: 'kite@example.com', token: bindToken })
  expect(await finishSteamBinding(arrival({ token: provenToken }))).toEqual(never)
  startBindingRedirect({ email: 'kite@example.com', token: bindToken })
  beginBinding({ email: 'other@example.com', token: makeToken(soon, { bid: 'other' }) })
  expect(await finishSteamBinding(arrival({ token: provenToken }))).toEqual(never)
  expect(asked).toEqual([])
})

test('C19 a journey counts once', async () => {
  beginBinding({ email: 'kite@example.com', token: bindToken })
  startBindingRedirect({ email: 'kite@example.com', token: bindToken })
  expect(await finishSteamBinding(arrival({ error: 'invalid_token' }))).toMatchObject({
    error: 'bind.invalid_token',
  })
  expect(await finishSteamBinding(arrival({ token: provenToken }))).toMatchObject({
    error: 'invalidAuthentication',
  })
})

test.each([
  ['invalid_authentication', 'invalidAuthentication'],
  ['invalid_token', 'bind.invalid_token'],
  ['user_not_found', 'bind.user_not_found'],
  ['already_bound', 'bind.already_bound'],
  ['steam_already_bound', 'bind.steam_already_bound'],
  ['second_factor_on', 'bind.second_factor_on'],
  ['whatever', 'bindingFailed'],
  ['constructor', 'bindingFailed'],
])('C11 the error %s in the address is reported as %s', async (reported, error) => {
  expect(await finishSteamBinding(arrival({ error: reported }))).toEqual({ href: '/?from=qq', error })
})

test('C11 without a token it is unauthorized', async () => {
  expect(await finishSteamBinding(arrival({}))).toMatchObject({ error: 'unauthorized' })
})

test.each([
  ['bind.already_bound', 409, 'bind.already_bound'],
  ['bind.second_factor_on', 409, 'bind.second_factor_on'],
  ['portal.internal', 500, 'bindingFailed'],
])('C11 the refusal %s is reported as %3$s', async (code, status, error) => {
  portalAnswers({ '/api/auth/email/bind-steam': [status, refusal(code)] })
  beginBinding({ email: 'kite@example.com', token: bindToken })
  startBindingRedirect({ email: 'kite@example.com', token: bindToken })
  expect(await finishSteamBinding(arrival({ token: provenToken }))).toMatchObject({ error })
})

test('C12 a sign-in link signs in once, leads to the console, and says so when it has expired', async () => {
  expect(await finishLinkSignIn(arrival({ token: 'link' }))).toEqual({ href: '/admin' })
  expect(getSession()?.user).toEqual(kite)
  expect(asked.map(({ path }) => path)).not.toContain('/api/auth/log')
  portalAnswers({ '/api/auth/link': [401, refusal('ticket.invalid')] })
  expect(await finishLinkSignIn(arrival({ token: 'link' }))).toEqual({ href: '/', error: 'ticket.invalid' })
  expect(await finishLinkSignIn(arrival({}))).toEqual({ href: '/', error: 'tokenNotFound' })
})

test.each([
  ['the network is gone', new TypeError('Failed to fetch'), 'offline'],
  ['something else breaks', new RangeError('no room'), 'offline'],
])('C17 where %s at the sign-in the page says so', async (_, cause, error) => {
  vi.stubGlobal('fetch', () => Promise.reject(cause))
  expect(await finishSteamSignIn(arrival({ token: 'ticket' }))).toMatchObject({ error })
})

test('C17 an error that is no refusal is an error during login', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('ended', 'AbortError')))
  expect(await finishSteamSignIn(arrival({ token: 'ticket' }))).toMatchObject({ error: 'loginError' })
  expect(await finishLinkSignIn(arrival({ token: 'link' }))).toEqual({ href: '/', error: 'loginError' })
})

test.each([
  ['invalid_authentication', 'invalidAuthentication', 'steamBinding'],
  ['steam_already_bound', 'bind.steam_already_bound', null],
  ['invalid_token', 'bind.invalid_token', null],
])(
  'C5 after a return from Steam with %s the binding continues if a retry may help',
  async (reported, why, mode) => {
    const binding = { email: 'kite@example.com', token: bindToken }
    beginBinding(binding)
    startBindingRedirect(binding)
    expect(await finishSteamBinding(arrival({ error: reported }))).toMatchObject({ error: why })
    expect(getSignInMode()).toBe(mode)
    if (mode !== null) expect(failureStore.get()).toEqual({ token: bindToken, why })
    closeSignIn()
  },
)

test('C5 a binding is resumed by the button, and after a reload where it was shown', () => {
  const tab = stubStorage('sessionStorage')
  resumeBinding()
  expect(getSignInMode()).toBeNull()
  beginBinding({ email: 'kite@example.com', token: bindToken })
  resumeBinding()
  expect(getSignInMode()).toBeNull()
  openSignIn()
  expect(getSignInMode()).toBe('steamBinding')
  closeSignIn()
  expect([...tab]).toEqual([])
  // As another page of this tab finds it.
  tab.set('bindingShown', 'yes')
  resumeBinding()
  expect(getSignInMode()).toBe('steamBinding')
  openSignIn('main')
  expect(getSignInMode()).toBe('main')
  expect([...tab]).toEqual([])
  closeSignIn()
})

test('C11 a binding whose address is no longer stored reports missing parameters', async () => {
  local.set('email_bind_token', bindToken)
  startBindingRedirect({ email: '', token: bindToken })
  expect(await finishSteamBinding(arrival({ token: provenToken }))).toMatchObject({
    error: 'missingParameters',
  })
})
