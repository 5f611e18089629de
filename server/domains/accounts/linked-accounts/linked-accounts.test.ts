import { createServer } from 'node:http'
import { sql } from 'kysely'
import { recentSignInMs } from '@clutch/contract/limits.ts'
import { asOperator } from '../../../testing/http.ts'
import type { AddressInfo } from 'node:net'
import type { OAuthEmulator } from '@clutch/emulators/oauth/index.ts'
import type { LinkProvider } from '@clutch/contract/rules/accounts/linked-accounts.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '../../../platform/http/app.ts'
import type { TestContext } from '../../../testing/test-context.ts'
import { createAccountsApp } from '../testing/accounts-app.ts'
import { readAuditEntries } from '../testing/audit-log-entries.ts'
import { clearAccounts } from '../testing/clear-accounts.ts'
import { type TestUser, beginAnotherSession, signIn } from '../testing/test-users.ts'
import { mailConfig, readQueuedMails } from '../email/testing/email-fixture.ts'
import { markSecondFactorVerified } from '../sessions/sessions.store.ts'
import { alice, bob, createLinkedAccountsContext, qqAlice } from './testing/emulated-services.ts'

let context: TestContext
let services: OAuthEmulator
let app: App
let me: TestUser
let other: TestUser

beforeAll(async () => {
  ;({ context, services } = await createLinkedAccountsContext({ smtpUrl: mailConfig.smtpUrl }))
  app = await createAccountsApp(context)
})
beforeEach(async () => {
  await clearAccounts(context)
  me = await signIn(context, '76561197960265729')
  other = await signIn(context, '76561197960265730')
})
afterAll(async () => {
  await app.close()
  await services.close()
  await context.destroy()
})

const call = (person: TestUser, method: 'GET' | 'POST' | 'DELETE', url: string) =>
  app.inject({ method, url: `/api/account/links${url}`, headers: person.headers })
const listOf = async (person: TestUser): Promise<{ provider: string; account: { name: string } | null }[]> =>
  (await call(person, 'GET', '')).json()

interface Attempt {
  url: string
  cookie: string
}

/** Begins at the portal, as the page does. */
async function begin(person: TestUser, provider: LinkProvider): Promise<Attempt> {
  const answer = await call(person, 'POST', `/${provider}`)
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  return { url: answer.json<{ url: string }>().url, cookie }
}

/** Agrees (or, with null, does not) at the service, and returns where it sends the browser. */
async function agree({ url }: Attempt, user: string | null): Promise<URL> {
  const body = new URLSearchParams({ user: user ?? '' })
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '')
}

/** The browser comes back; returns what the page's address then says. */
async function comeBack(location: URL, cookie: string): Promise<string> {
  const answer = await app.inject({ url: `${location.pathname}${location.search}`, headers: { cookie } })
  expect(answer.statusCode).toBe(302)
  return String(answer.headers.location)
}

async function link(person: TestUser, provider: LinkProvider, user: string | null): Promise<string> {
  const attempt = await begin(person, provider)
  return comeBack(await agree(attempt, user), attempt.cookie)
}

const outcome = (provider: string, word: string) => `/settings/security?link=${provider}&outcome=${word}`

test.each([
  ['discord', alice, 'Alice'],
  ['discord', bob, 'bob'],
  ['qq', qqAlice, '小爱'],
] as const)('J2 an account of %s is linked and taken away again', async (provider, user, name) => {
  expect(await listOf(me)).toEqual([
    { provider: 'discord', account: null },
    { provider: 'qq', account: null },
  ])
  expect(await link(me, provider, user)).toBe(outcome(provider, 'linked'))
  expect(await listOf(me)).toContainEqual({
    provider,
    account: { name, linkedAt: context.clock.now().getTime() },
  })
  expect((await call(me, 'POST', `/${provider}`)).json()).toMatchObject({ code: 'link.exists' })

  expect((await call(me, 'DELETE', `/${provider}`)).statusCode).toBe(204)
  expect(await listOf(me)).toContainEqual({ provider, account: null })
  expect((await call(me, 'DELETE', `/${provider}`)).json()).toMatchObject({ code: 'link.not_found' })
  const entries = await readAuditEntries(context, { limit: 10 })
  expect(entries.map(({ action }) => action).toSorted()).toEqual(['LINK-ACCOUNT', 'UNLINK-ACCOUNT'])
})

test('J2 one account of a service belongs to one player', async () => {
  await link(me, 'discord', alice)
  expect(await link(other, 'discord', alice)).toBe(outcome('discord', 'taken'))
  expect(await listOf(other)).toContainEqual({ provider: 'discord', account: null })
})

test('J2 of two tabs that link two accounts at once, one does', async () => {
  const attempts = [await begin(me, 'discord'), await begin(me, 'discord')] as const
  const locations = await Promise.all([agree(attempts[0], alice), agree(attempts[1], bob)])
  const ends = await Promise.all(
    locations.map((location, index) => comeBack(location, attempts[index]?.cookie ?? '')),
  )
  expect(ends.toSorted()).toEqual([outcome('discord', 'linked'), outcome('discord', 'taken')])
})

const codeOf = async (person: TestUser) =>
  (await call(person, 'POST', '/discord')).json<{ code?: string }>().code

test.each(['email', 'link', 'steam'] as const)(
  'J2 a session by %s links an account only a moment after its sign-in with Steam, or once it has shown the second factor',
  async (method) => {
    const session = await beginAnotherSession(context, me, method)
    expect(await codeOf(session)).toBe(method === 'email' ? 'session.sign_in_again' : undefined)
    context.clock.advance(recentSignInMs)
    expect(await codeOf(session)).toBe('session.sign_in_again')
    const now = context.clock.now()
    await markSecondFactorVerified(context.database, session.sessionId, now)
    const secret = context.keys.seal('JBSWY3DPEHPK3PXP', `second-factor:${me.userId}`)
    await context.database
      .insertInto('second_factors')
      .values({ user_id: me.userId, secret, confirmed_at: now, created_at: now })
      .execute()
    expect(await codeOf(session)).toBeUndefined()
  },
)

test('J2 a link ends with the session that began it, also while the browser is at the service', async () => {
  const attempt = await begin(me, 'discord')
  const location = await agree(attempt, alice)
  const again = await beginAnotherSession(context, me)
  await app.inject({
    method: 'POST',
    url: '/api/account/sessions/end-all',
    headers: again.headers,
    payload: {},
  })
  expect(await comeBack(location, attempt.cookie)).toBe(outcome('discord', 'expired'))
  expect(await context.database.selectFrom('account_link_attempts').selectAll().execute()).toEqual([])
  expect(await context.database.selectFrom('linked_accounts').selectAll().execute()).toEqual([])
})

test('J2 the owner gets a mail about a linked account', async () => {
  const { userId } = me
  await context.database
    .updateTable('users')
    .set({ email: 'me@example.org', password_hash: 'x' })
    .where('id', '=', userId)
    .execute()
  await sql`delete from pgboss.job where name = 'mail'`.execute(context.database)
  await link(me, 'qq', qqAlice)
  expect((await readQueuedMails(context)).map(({ to, content }) => ({ to, content }))).toEqual([
    { to: 'me@example.org', content: { kind: 'account-linked', provider: 'qq' } },
  ])
})

test('C9 an operator takes a linked account off, with the sessions that it began, and so does undoing a wrong binding', async () => {
  const { database } = context
  const remove = async (path: string) => {
    const url = `/api/operator/accounts/${path}`
    const answer = await app.inject({ method: 'DELETE', url, headers: asOperator })
    return answer.statusCode === 204 ? 204 : answer.json<{ code: string }>().code
  }
  await link(me, 'discord', alice)
  await link(me, 'qq', qqAlice)
  await beginAnotherSession(context, me, 'linked')
  expect(await remove(`${me.steamId}/links/qq`)).toBe(204)
  expect(await remove(`${me.steamId}/links/qq`)).toBe('link.not_found')
  expect(await remove('76561197960265799/links/qq')).toBe('user.not_found')
  expect((await listOf(me)).map(({ account }) => account?.name)).toEqual(['Alice', undefined])
  const sessions = await database.selectFrom('sessions').select('method').execute()
  expect(sessions.map(({ method }) => method)).toEqual(['steam', 'steam'])
  const [entry] = await readAuditEntries(context, { limit: 3 })
  expect(entry).toMatchObject({ action: 'operatorRemoveLink' })

  await database
    .updateTable('users')
    .set({ email: 'me@example.org', password_hash: 'x' })
    .where('id', '=', me.userId)
    .execute()
  expect(await remove(`${me.steamId}/email`)).toBe(204)
  expect(await database.selectFrom('linked_accounts').selectAll().execute()).toEqual([])
})

test('J2 a player who does not agree comes back with nothing linked', async () => {
  expect(await link(me, 'discord', null)).toBe(outcome('discord', 'refused'))
  expect(await listOf(me)).toContainEqual({ provider: 'discord', account: null })
})

test('C19 only the browser that began a link ends it, once, in ten minutes', async () => {
  const attempt = await begin(me, 'discord')
  const location = await agree(attempt, alice)
  const foreign = await begin(other, 'discord')
  expect(await comeBack(location, foreign.cookie)).toBe(outcome('discord', 'expired'))
  expect(await comeBack(location, '')).toBe(outcome('discord', 'expired'))
  expect(await comeBack(location, attempt.cookie)).toBe(outcome('discord', 'linked'))
  expect(await comeBack(location, attempt.cookie)).toBe(outcome('discord', 'expired'))

  const late = await begin(other, 'discord')
  const lateLocation = await agree(late, bob)
  context.clock.advance(10 * 60_000 + 1)
  expect(await comeBack(lateLocation, late.cookie)).toBe(outcome('discord', 'expired'))
})

test('C19 the way back of one service is none of another, and a foreign code links nothing', async () => {
  const attempt = await begin(me, 'qq')
  const location = await agree(attempt, qqAlice)
  const elsewhere = new URL(location)
  elsewhere.pathname = elsewhere.pathname.replace('/qq/', '/discord/')
  expect(await comeBack(elsewhere, attempt.cookie)).toBe(outcome('discord', 'expired'))

  for (const provider of ['discord', 'qq'] as const) {
    const next = await begin(me, provider)
    const back = await agree(next, provider === 'qq' ? qqAlice : alice)
    back.searchParams.set('code', 'f'.repeat(30))
    expect(await comeBack(back, next.cookie)).toBe(outcome(provider, 'failed'))
  }
  expect((await listOf(me)).every(({ account }) => account === null)).toBe(true)
})

test('C19 a code is worth nothing without the verifier of the browser’s own attempt', async () => {
  const [mine, theirs] = [await begin(me, 'discord'), await begin(other, 'discord')]
  const [ownBack, foreignBack] = [await agree(mine, alice), await agree(theirs, bob)]
  ownBack.searchParams.set('code', foreignBack.searchParams.get('code') ?? '')
  expect(await comeBack(ownBack, mine.cookie)).toBe(outcome('discord', 'failed'))
})

test.each([
  [500, 'text/html', '<h1>Bad gateway</h1>'],
  [200, 'application/json', '{'],
  [200, 'application/json', '{"access_token":7}'],
  [200, 'text/plain', ''],
  [302, 'text/html', ''],
  [401, 'application/json', '{"error":"invalid_client"}'],
])('J2 a service that answers %i %s %j links nothing', async (status, type, body) => {
  const service = createServer((_, response) =>
    response.writeHead(status, { 'content-type': type, 'www-authenticate': 'Basic realm="x"' }).end(body),
  )
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
  const discordUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const brokenApp = await createAccountsApp({ ...context, config: { ...context.config, discordUrl } })
  try {
    const attempt = await begin(me, 'discord')
    const location = await agree(attempt, alice)
    const answer = await brokenApp.inject({
      url: `${location.pathname}${location.search}`,
      headers: { cookie: attempt.cookie },
    })
    expect(answer.headers.location).toBe(outcome('discord', 'failed'))
  } finally {
    await brokenApp.close()
    service.close()
  }
})

test.each(['state', 'code'])('C19 a way back that names its %s twice links nothing', async (name) => {
  const attempt = await begin(me, 'discord')
  const location = await agree(attempt, alice)
  location.searchParams.append(name, 'x')
  expect(await comeBack(location, attempt.cookie)).toBe(outcome('discord', 'failed'))
})

test('J2 a service that is down links nothing, and without its settings it is not offered', async () => {
  const bare = {
    ...context,
    config: { ...context.config, qqAppId: undefined, discordUrl: 'http://127.0.0.1:9' },
  }
  const bareApp = await createAccountsApp(bare)
  try {
    const ask = (method: 'GET' | 'POST', url: string) =>
      bareApp.inject({ method, url: `/api/account/links${url}`, headers: me.headers })
    expect((await ask('GET', '')).json()).toEqual([{ provider: 'discord', account: null }])
    expect((await ask('POST', '/qq')).json()).toMatchObject({ code: 'link.off' })
    const attempt = await begin(me, 'discord')
    const location = await agree(attempt, alice)
    const answer = await bareApp.inject({
      url: `${location.pathname}${location.search}`,
      headers: { cookie: attempt.cookie },
    })
    expect(answer.headers.location).toBe(outcome('discord', 'failed'))
  } finally {
    await bareApp.close()
  }
})
