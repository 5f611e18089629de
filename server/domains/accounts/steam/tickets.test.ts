import { randomUUIDv7 } from 'node:crypto'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endAllSessions } from '@clutch/contract/api/accounts/account.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import { KeyRing, makeSecretKey } from '../../../platform/keys/keys.ts'
import { readAuditEntries } from '../testing/audit-log-entries.ts'
import { createBindToken } from '../binding/bind-tokens.service.ts'
import { grantGroup } from '../groups/groups.service.ts'
import { tryConsumeRateLimit } from '../rate-limits/rate-limits.service.ts'
import { deleteSessions } from '../sessions/sessions.store.ts'
import { signIn } from '../testing/test-users.ts'
import { readSessionToken, signSessionToken } from '../tokens/tokens.ts'
import { insertUser, selectUserBySteamId } from '../users/users.store.ts'
import { deleteExpiredSteamTokens } from '../cleanup.worker.ts'
import { type SteamFixture, createSteamFixture, obtainTicket } from './testing/steam-fixture.ts'
import { createLinkTicket } from './tickets.service.ts'

const minutes = 60_000
let portal: SteamFixture
let steamId: string
let people = 76561198000001000n

beforeAll(async () => {
  portal = await createSteamFixture()
  // Any call of a signed-in user, to show what opens it.
  registerCall(portal.app, endAllSessions, () => ({ success: true as const }))
})
beforeEach(() => {
  portal.context.clock.advance(24 * 60 * minutes)
  people += 1n
  steamId = String(people)
})
afterAll(() => portal.close())

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Shows a ticket for a session: the status, and the token. */
async function redeem(ticket: string, cookie: string, whom = steamId) {
  const response = await portal.app.inject({
    method: 'POST',
    url: '/api/auth/steam/token',
    headers: { ...(ticket && bearer(ticket)), cookie },
    payload: { steamId: whom },
  })
  const { token = '', code = '' } = response.json<{ token?: string; code?: string }>()
  return { status: response.statusCode, token, code, response }
}

const userInfo = (token: string, cookie = '') =>
  portal.app.inject({ url: '/api/auth/steam/user-info', headers: { ...bearer(token), cookie } })
const opens = async (token: string) =>
  (await portal.app.inject({ method: 'POST', url: endAllSessions.path, headers: bearer(token) })).statusCode
const follow = async (ticket: string) =>
  portal.app.inject({ method: 'POST', url: '/api/auth/link', headers: bearer(ticket) })

test('C3 a ticket returns its identity any number of times, and is exchanged for a session once', async () => {
  const { ticket, cookie } = await obtainTicket(portal, steamId)
  const identity = { steamId, username: `#${steamId.slice(-6)}`, avatar: '' }
  for (const _ of [1, 2]) expect((await userInfo(ticket, cookie)).json()).toEqual(identity)
  expect(await selectUserBySteamId(portal.context.database, steamId)).toBeUndefined()

  const { status, token, response } = await redeem(ticket, cookie)
  expect([status, response.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(response.headers['set-cookie']).toBe('clutch-signin=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
  expect(await opens(token)).toBe(200)
  const info = await userInfo(token)
  expect([info.json(), info.headers['cache-control']]).toEqual([identity, 'no-store'])

  expect(await redeem(ticket, cookie)).toMatchObject({ status: 401, code: 'ticket.invalid' })
  expect((await userInfo(ticket, cookie)).statusCode).toBe(401)
})

test('C16 a sign-in makes the account at the first time, and a session of its own each time', async () => {
  const { context } = portal
  const tokens: string[] = []
  for (const _ of [1, 2]) {
    const { ticket, cookie } = await obtainTicket(portal, steamId)
    tokens.push((await redeem(ticket, cookie)).token)
  }
  const [first, second] = await Promise.all(tokens.map((token) => readSessionToken(context, token)))
  expect(first?.userId).toBe((await selectUserBySteamId(context.database, steamId))?.id)
  expect(second).toMatchObject({ userId: first?.userId, steamId })
  expect(second?.sessionId).not.toBe(first?.sessionId)
})

test('C3 two first sign-ins at once make one account', async () => {
  const brought = await Promise.all([obtainTicket(portal, steamId), obtainTicket(portal, steamId)])
  const redeemed = await Promise.all(brought.map(({ ticket, cookie }) => redeem(ticket, cookie)))
  expect(redeemed.map(({ status }) => status)).toEqual([200, 200])
})

test('C3 a SteamID alone is no proof', async () => {
  const { cookie } = await obtainTicket(portal, steamId)
  for (const ticket of ['', 'x', 'x'.repeat(43)])
    expect(await redeem(ticket, cookie)).toMatchObject({ status: 401, code: 'ticket.invalid' })
  const withoutTicket = await portal.app.inject({ url: '/api/auth/steam/user-info' })
  expect([withoutTicket.statusCode, withoutTicket.json<{ code: string }>().code]).toEqual([
    401,
    'session.invalid',
  ])
})

test('C3 a ticket redeemed for another SteamID is refused and consumed', async () => {
  const { ticket, cookie } = await obtainTicket(portal, steamId)
  expect((await redeem(ticket, cookie, '76561198000000009')).status).toBe(401)
  expect((await redeem(ticket, cookie)).status).toBe(401)
  expect(await selectUserBySteamId(portal.context.database, '76561198000000009')).toBeUndefined()
})

test('C3 a ticket in another browser is refused, for its identity too', async () => {
  const { ticket, cookie } = await obtainTicket(portal, steamId)
  const other = await obtainTicket(portal, steamId)
  for (const foreign of ['', other.cookie]) {
    expect((await redeem(ticket, foreign)).status).toBe(401)
    expect((await userInfo(ticket, foreign)).statusCode).toBe(401)
  }
  expect((await redeem(ticket, cookie)).status).toBe(200)
})

test('C3 of many who show one ticket at once, one gets a session', async () => {
  const { ticket, cookie } = await obtainTicket(portal, steamId)
  const all = await Promise.all(Array.from({ length: 10 }, () => redeem(ticket, cookie)))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  const user = await selectUserBySteamId(portal.context.database, steamId)
  const sessions = portal.context.database.selectFrom('sessions').selectAll()
  expect(await sessions.where('user_id', '=', user?.id ?? '').execute()).toHaveLength(1)
})

test('C3 a ticket lives two minutes', async () => {
  const late = await obtainTicket(portal, steamId)
  portal.context.clock.advance(2 * minutes - 1)
  const { ticket, cookie } = await obtainTicket(portal, steamId)
  expect((await userInfo(late.ticket, late.cookie)).statusCode).toBe(200)
  portal.context.clock.advance(1)
  expect((await userInfo(late.ticket, late.cookie)).statusCode).toBe(401)
  expect((await redeem(late.ticket, late.cookie)).status).toBe(401)
  expect((await redeem(ticket, cookie)).status).toBe(200)
})

test('C3 tickets, bind tokens and session tokens are not taken for each other', async () => {
  const { context } = portal
  const { ticket, cookie } = await obtainTicket(portal, steamId)
  await grantGroup(context, { steamId, group: 'op', expires: null })
  const link = await createLinkTicket(context, steamId)
  const person = await signIn(context, steamId)
  const userId = randomUUIDv7()
  const account = {
    id: userId,
    email: `${userId}@example.org`,
    password_hash: '',
    created_at: context.clock.now(),
  }
  await insertUser(context.database, account)
  const bind = await createBindToken(context, context.database, userId)

  for (const wrong of [link.token, bind, person.token]) expect((await redeem(wrong, cookie)).status).toBe(401)
  for (const wrong of [ticket, bind, person.token]) expect((await follow(wrong)).statusCode).toBe(401)
  for (const wrong of [link.token, bind]) expect((await userInfo(wrong, cookie)).statusCode).toBe(401)
  for (const wrong of [ticket, link.token, bind]) expect(await opens(wrong)).toBe(401)
  expect((await redeem(ticket, cookie)).status).toBe(200)
  expect((await follow(link.token)).statusCode).toBe(200)
})

test('C16 a session token that is forged, unsigned, of another key, for something else or over opens nothing', async () => {
  const { context } = portal
  const person = await signIn(context, steamId)
  const named = { sessionId: person.sessionId, userId: person.userId, steamId }
  const week = new Date(context.clock.now().getTime() + 7 * 24 * 60 * minutes)
  const [head = '', body = '', signature = ''] = person.token.split('.')
  const unsigned = Buffer.from('{"alg":"none","typ":"session+jwt"}').toString('base64url')
  const foreign = { ...context, keys: new KeyRing(makeSecretKey()) }
  const otherSite = { ...context, config: { ...context.config, publicUrl: 'http://evil.test' } }
  const [key] = context.keys.signingKeys('session')
  const otherAudience = await new SignJWT({ sid: person.sessionId, sub: person.userId, steamId })
    .setProtectedHeader({ alg: 'HS256', typ: 'session+jwt', kid: key?.id ?? '' })
    .setIssuer(context.config.publicUrl)
    .setAudience('clutch:bind')
    .setIssuedAt(context.clock.now())
    .setExpirationTime(week)
    .sign(key?.key ?? new Uint8Array())
  const wrong = [
    `${unsigned}.${body}.`,
    `${head}.${Buffer.from(JSON.stringify({ ...named, sid: person.sessionId })).toString('base64url')}.${signature}`,
    await signSessionToken(foreign, named, week),
    await signSessionToken(otherSite, named, week),
    await signSessionToken(context, { ...named, steamId: '76561198000000009' }, week),
    await signSessionToken(context, { ...named, sessionId: randomUUIDv7() }, week),
    otherAudience,
  ]
  for (const token of wrong)
    expect([await opens(token), (await userInfo(token)).statusCode]).toEqual([401, 401])
  expect(await opens(person.token)).toBe(200)
  context.clock.advance(7 * 24 * 60 * minutes)
  expect(await opens(person.token)).toBe(401)
})

test('C15 a session that was ended opens nothing, though its token still holds', async () => {
  const person = await signIn(portal.context, steamId)
  await deleteSessions(portal.context.database, person.userId)
  expect((await userInfo(person.token)).statusCode).toBe(401)
})

test('C12 a session that owes its second factor cannot read its identity', async () => {
  const person = await signIn(portal.context, steamId, { secondFactor: 'due' })
  const response = await userInfo(person.token)
  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([
    403,
    'session.second_factor_due',
  ])
})

test('C12 name and picture of a player with an account are public', async () => {
  const { context, app } = portal
  const ask = () => app.inject({ url: `/api/auth/steam/user/${steamId}` })
  const unknown = await ask()
  expect([unknown.statusCode, unknown.json()]).toEqual([
    404,
    { error: 'User not found', code: 'user.not_found' },
  ])
  await signIn(context, steamId)
  await context.database
    .updateTable('users')
    .set({ username: 'Zoë' })
    .where('steam_id', '=', steamId)
    .execute()
  expect((await ask()).json()).toEqual({ steamId, username: 'Zoë', avatar: '' })
  expect((await app.inject({ url: '/api/auth/steam/user/1' })).statusCode).toBe(400)
})

test('C16 the link of an operator signs in once, in any browser, within 15 minutes, and is written down', async () => {
  const { context } = portal
  await grantGroup(context, { steamId, group: 'op', expires: null })
  const { token, expires } = await createLinkTicket(context, steamId)
  expect(expires.getTime() - context.clock.now().getTime()).toBe(15 * minutes)
  const late = await createLinkTicket(context, steamId)
  context.clock.advance(15 * minutes - 1)
  const response = await follow(token)
  const { token: session, ...identity } = response.json<{ token: string }>()
  expect(identity).toEqual({ steamId, username: `#${steamId.slice(-6)}`, avatar: '' })
  expect([await opens(session), response.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(await readAuditEntries(context, { actor: steamId, limit: 9 })).toMatchObject([
    { action: 'LOGIN-LINK' },
  ])
  expect((await follow(token)).json()).toEqual({ error: 'Invalid login token', code: 'ticket.invalid' })
  context.clock.advance(1)
  expect((await follow(late.token)).statusCode).toBe(401)
})

test('C16 the link of an operator whose membership expired is invalid, also after a new grant', async () => {
  const { context } = portal
  const now = context.clock.now().getTime()
  await grantGroup(context, { steamId, group: 'op', expires: now + minutes })
  await grantGroup(context, { steamId, group: 'vip', expires: null })
  const { token } = await createLinkTicket(context, steamId)
  context.clock.advance(minutes)
  const late = await follow(token)
  expect([late.statusCode, late.json()]).toEqual([
    401,
    { error: 'Invalid login token', code: 'ticket.invalid' },
  ])
  await grantGroup(context, { steamId, group: 'op', expires: null })
  expect((await follow(token)).statusCode).toBe(401)
  expect(await selectUserBySteamId(context.database, steamId)).toBeUndefined()
})

test('C12 a sign-in is logged when its session begins, whatever the page reports; a refused one is not', async () => {
  const { context } = portal
  const lines = async () =>
    (await readAuditEntries(context, { subject: steamId, limit: 9 })).map((line) => line.action)
  const { ticket, cookie } = await obtainTicket(portal, steamId)
  expect(await lines()).toEqual([])
  await redeem(ticket, cookie)
  await redeem(ticket, cookie)
  expect(await lines()).toEqual(['LOGIN-STEAM'])
  expect(await readAuditEntries(context, { subject: steamId, limit: 9 })).toMatchObject([
    { actor: steamId, subject: steamId, detail: {}, address: '127.0.0.1', userAgent: 'lightMyRequest' },
  ])
})

test('C20 tickets and links are tried only so often from one address, each for itself', async () => {
  const spend = async (name: 'ticket address' | 'link address') => {
    for (let left = true; left;) left = await tryConsumeRateLimit(portal.context, name, '127.0.0.1')
  }
  await spend('ticket address')
  expect((await redeem('x', '')).status).toBe(429)
  expect((await follow('x')).statusCode).toBe(401)
  await spend('link address')
  expect((await follow('x')).statusCode).toBe(429)
})

test('C3 expired rows are removed, valid ones stay', async () => {
  const { context } = portal
  const { ticket, cookie } = await obtainTicket(portal, steamId)
  await deleteExpiredSteamTokens(context.database, context.clock.now())
  expect((await userInfo(ticket, cookie)).statusCode).toBe(200)
  context.clock.advance(24 * 60 * minutes)
  await deleteExpiredSteamTokens(context.database, context.clock.now())
  for (const table of ['sign_ins', 'openid_nonces', 'tickets', 'bind_tokens'] as const)
    expect(await context.database.selectFrom(table).selectAll().execute()).toEqual([])
})

test('C2 with a Web API key a sign-in enqueues a profile fetch, without one it does not', async () => {
  const asked = async (context: SteamFixture['context']) => {
    await context.jobs.start()
    const jobs = await sql<{
      data: object
    }>`select data from pgboss.job where name = 'steam-profile'`.execute(context.database)
    return jobs.rows.map(({ data }) => data)
  }
  const keyed = await createSteamFixture({ steamApiKey: 'key-of-a-test' })
  const enter = async () => {
    const { ticket, cookie } = await obtainTicket(keyed, steamId)
    const headers = { ...bearer(ticket), cookie }
    await keyed.app.inject({ method: 'POST', url: '/api/auth/steam/token', headers, payload: { steamId } })
  }
  await enter()
  expect(await asked(keyed.context)).toEqual([{ steamId, requestId: expect.any(String) as string }])
  const fetched_at = keyed.context.clock.now()
  await keyed.context.database
    .insertInto('steam_profiles')
    .values({ steam_id: steamId, name: 'Zoë', fetched_at })
    .execute()
  await enter()
  expect(await asked(keyed.context)).toHaveLength(1)
  keyed.context.clock.advance(24 * 60 * minutes)
  await enter()
  expect(await asked(keyed.context)).toHaveLength(2)
  await keyed.close()
  expect(await asked(portal.context)).toEqual([])
})
