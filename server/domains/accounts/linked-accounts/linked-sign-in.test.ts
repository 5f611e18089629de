import type { OAuthEmulator } from '@clutch/emulators/oauth/index.ts'
import type { LinkProvider } from '@clutch/contract/rules/accounts/linked-accounts.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '../../../platform/http/app.ts'
import type { TestContext } from '../../../testing/test-context.ts'
import { createAccountsApp } from '../testing/accounts-app.ts'
import { readAuditEntries } from '../testing/audit-log-entries.ts'
import { clearAccounts } from '../testing/clear-accounts.ts'
import { type TestUser, signIn } from '../testing/test-users.ts'
import { alice, bob, createLinkedAccountsContext, qqAlice } from './testing/emulated-services.ts'

const steamId = '76561197960265729'
let context: TestContext
let services: OAuthEmulator
let app: App
let me: TestUser

beforeAll(async () => {
  ;({ context, services } = await createLinkedAccountsContext())
  app = await createAccountsApp(context)
})
beforeEach(async () => {
  await clearAccounts(context)
  me = await signIn(context, steamId)
})
afterAll(async () => {
  await app.close()
  await services.close()
  await context.destroy()
})

interface Attempt {
  url: string
  cookie: string
}

const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie']).split(';')[0] ?? ''

/** Begins to sign in, as the page's link does. */
async function begin(provider: LinkProvider): Promise<Attempt> {
  const answer = await app.inject({ url: `/api/auth/linked/${provider}/login` })
  expect(answer.statusCode).toBe(302)
  return { url: String(answer.headers.location), cookie: cookieOf(answer.headers) }
}

async function beginLink(person: TestUser, provider: LinkProvider): Promise<Attempt> {
  const url = `/api/account/links/${provider}`
  const answer = await app.inject({ method: 'POST', url, headers: person.headers })
  return { url: answer.json<{ url: string }>().url, cookie: cookieOf(answer.headers) }
}

/** Agrees at the service, or with null does not, and returns where the portal sends the browser that comes back. */
async function comeBack({ url, cookie }: Attempt, user: string | null): Promise<URL> {
  const body = new URLSearchParams({ user: user ?? '' })
  const agreed = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const { pathname, search } = new URL(agreed.headers.get('location') ?? '')
  const answer = await app.inject({ url: `${pathname}${search}`, headers: { cookie } })
  return new URL(String(answer.headers.location), 'https://cs.example.org')
}

const link = async (provider: LinkProvider, user: string) => comeBack(await beginLink(me, provider), user)

/** Exchanges the ticket of the page's address, as the page does; returns the headers of the session. */
async function exchange(page: URL, { cookie }: Attempt): Promise<{ authorization: string }> {
  const headers = { authorization: `Bearer ${page.searchParams.get('token')}`, cookie }
  const payload = { steamId }
  const answer = await app.inject({ method: 'POST', url: '/api/auth/steam/token', headers, payload })
  expect(answer.statusCode).toBe(200)
  return { authorization: `Bearer ${answer.json<{ token: string }>().token}` }
}

async function signInBy(provider: LinkProvider, user: string): Promise<{ authorization: string }> {
  const attempt = await begin(provider)
  return exchange(await comeBack(attempt, user), attempt)
}

test.each([
  ['discord', alice],
  ['qq', qqAlice],
] as const)('C2 C3 a linked account of %s signs its player in', async (provider, user) => {
  await link(provider, user)
  const headers = await signInBy(provider, user)
  const sessions = await app.inject({ url: '/api/account/sessions', headers })
  expect(sessions.json()).toContainEqual(expect.objectContaining({ current: true, method: 'linked' }))
  const [entry] = (await readAuditEntries(context, { limit: 10 })).filter(
    ({ action }) => action === 'LOGIN-LINKED',
  )
  expect(entry).toMatchObject({ actor: steamId, subject: steamId, detail: { provider } })
})

test('C17 an account that no player linked, or a player who does not agree, is not signed in', async () => {
  await link('discord', alice)
  expect((await comeBack(await begin('discord'), bob)).search).toBe('?error=link.not_found')
  expect((await comeBack(await begin('discord'), null)).search).toBe('?error=loginFailed')
})

test('C19 only the browser that began to sign in ends it, once, and no link is a sign-in', async () => {
  await link('discord', alice)
  const attempt = await begin('discord')
  const foreign = { ...attempt, cookie: (await begin('discord')).cookie }
  expect((await comeBack(foreign, alice)).search).toBe('?error=loginFailed')
  const own = await begin('discord')
  const page = await comeBack(own, alice)
  expect(page.pathname).toBe('/auth/steam/callback')
  await exchange(page, own)
  const payload = { steamId }
  const headers = { authorization: `Bearer ${page.searchParams.get('token')}`, cookie: own.cookie }
  const again = await app.inject({ method: 'POST', url: '/api/auth/steam/token', headers, payload })
  expect(again.json()).toMatchObject({ code: 'ticket.invalid' })

  const linking = await beginLink(me, 'qq')
  const asSignIn = new URL(linking.url)
  asSignIn.searchParams.set('state', `in.${asSignIn.searchParams.get('state')}`)
  const mixed = await comeBack({ ...linking, url: asSignIn.href }, qqAlice)
  expect(mixed.search).toBe('?error=loginFailed')
})

test('J2 to unlink an account ends the sessions that it began, and no others', async () => {
  await link('discord', alice)
  const headers = await signInBy('discord', alice)
  const url = '/api/account/links/discord'
  expect((await app.inject({ method: 'DELETE', url, headers: me.headers })).statusCode).toBe(204)
  expect((await app.inject({ url: '/api/account', headers })).statusCode).toBe(401)
  expect((await app.inject({ url: '/api/account', headers: me.headers })).statusCode).toBe(200)
  expect((await comeBack(await begin('discord'), alice)).search).toBe('?error=link.not_found')
})

test('J2 an account that is unlinked before its ticket is exchanged begins no session', async () => {
  await link('discord', alice)
  const attempt = await begin('discord')
  const page = await comeBack(attempt, alice)
  await app.inject({ method: 'DELETE', url: '/api/account/links/discord', headers: me.headers })
  const headers = { authorization: `Bearer ${page.searchParams.get('token')}`, cookie: attempt.cookie }
  const url = '/api/auth/steam/token'
  const answer = await app.inject({ method: 'POST', url, headers, payload: { steamId } })
  expect([answer.statusCode, answer.json()]).toEqual([
    401,
    expect.objectContaining({ code: 'ticket.invalid' }),
  ])
})

test('J2 a linked account does not stand in for the second factor, nor for a fresh sign-in at Steam', async () => {
  me = await signIn(context, '76561197960265730', { secondFactor: 'shown' })
  await link('discord', alice)
  const attempt = await begin('discord')
  const page = await comeBack(attempt, alice)
  const signedIn = await app.inject({
    method: 'POST',
    url: '/api/auth/steam/token',
    headers: { authorization: `Bearer ${page.searchParams.get('token')}`, cookie: attempt.cookie },
    payload: { steamId: me.steamId },
  })
  const headers = { authorization: `Bearer ${signedIn.json<{ token: string }>().token}` }
  expect((await app.inject({ url: '/api/account/sessions', headers })).json()).toMatchObject({
    code: 'session.second_factor_due',
  })
  const url = '/api/account/second-factor/remove-by-steam'
  const removal = await app.inject({ method: 'POST', url, headers, payload: {} })
  expect(removal.json()).toMatchObject({ code: 'session.sign_in_again' })
})

test('C2 a service that is not set up signs no one in', async () => {
  const bare = await createAccountsApp({ ...context, config: { ...context.config, qqAppId: undefined } })
  const answer = await bare.inject({ url: '/api/auth/linked/qq/login' })
  expect(answer.headers.location).toBe('/auth/steam/callback?error=loginFailed')
  await bare.close()
})
