import { createHmac, generateKeyPairSync, sign as signWith } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessionLifetimeMs, sessionLastSeenIntervalMs } from '@clutch/contract/limits.ts'
import type { App } from '../../../platform/http/app.ts'
import { KeyRing, makeSecretKey } from '../../../platform/keys/keys.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { deleteSessions } from './sessions.store.ts'
import { createTicket } from '../steam/tickets.service.ts'
import { createAccountsApp } from '../testing/accounts-app.ts'
import { type TestUser, beginAnotherSession, signIn } from '../testing/test-users.ts'
import { clearAccounts } from '../testing/clear-accounts.ts'
import { readBindToken, signBindToken } from '../tokens/tokens.ts'
import { generateToken } from '../../../platform/keys/tokens.ts'
import { deleteUser, updateUser } from '../users/users.store.ts'

const mine = '76561197960265729'
const theirs = '76561197960265730'

let context: TestContext
let app: App
let me: TestUser
beforeAll(async () => {
  context = await createTestContext()
  app = await createAccountsApp(context)
})
beforeEach(async () => {
  await clearAccounts(context)
  me = await signIn(context, mine)
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

/** What a bearer gets: 200, or the refusal. */
async function ask(token: string, at: App = app): Promise<string | number> {
  const answer = await at.inject({ url: '/api/account', headers: { authorization: `Bearer ${token}` } })
  return answer.statusCode === 200 ? 200 : `${answer.statusCode} ${answer.json<{ code: string }>().code}`
}
const refused = '401 session.invalid'

type Part = Record<string, unknown>
const encode = (part: Part) => Buffer.from(JSON.stringify(part)).toString('base64url')
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Part
const now = () => Math.floor(context.clock.now().getTime() / 1_000)

/** Builds a token from the parts of `me`, unchanged and signed with the portal's key by default. */
function forge(header: Part = {}, claims: Part = {}, key = sessionKey()): string {
  const [head, payload] = me.token.split('.')
  const text = `${encode({ ...decode(head), ...header })}.${encode({ ...decode(payload), ...claims })}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}
const sessionKey = (keys = context.keys) => keys.signingKeys('session')[0]?.key ?? Buffer.alloc(0)

test('C16 a session’s token holds for seven days to the second, whatever it is used for', async () => {
  expect(forge()).toBe(me.token)
  expect(await ask(me.token)).toBe(200)
  context.clock.advance(sessionLifetimeMs / 2)
  expect(await ask(me.token)).toBe(200)
  context.clock.advance(sessionLifetimeMs / 2 - 1_000)
  expect(await ask(me.token)).toBe(200)
  context.clock.advance(1_000)
  expect(await ask(me.token)).toBe(refused)
})

test('C16 without a bearer token, or with text that is not a token, no user is signed in', async () => {
  expect((await app.inject({ url: '/api/account' })).statusCode).toBe(401)
  for (const text of [
    '',
    'nonsense',
    'a.b.c',
    me.token.slice(0, -1),
    `${me.token}A`,
    `${me.token}.${me.token}`,
  ])
    expect(await ask(text)).toBe(refused)
  const basic = { authorization: `Basic ${me.token}` }
  expect((await app.inject({ url: '/api/account', headers: basic })).statusCode).toBe(401)
  expect((await app.inject({ url: `/api/account?token=${me.token}` })).statusCode).toBe(401)
  expect(
    (await app.inject({ url: '/api/account', headers: { cookie: `token=${me.token}` } })).statusCode,
  ).toBe(401)
})

test('C16 a token without a signature is refused, however it spells that', async () => {
  for (const alg of ['none', 'None', 'NONE', '']) {
    const [head, payload] = forge({ alg }).split('.')
    for (const signature of ['', 'x', me.token.split('.')[2] ?? ''])
      expect(await ask(`${head}.${payload}.${signature}`)).toBe(refused)
  }
})

test('C16 a token of another algorithm is refused, with the portal’s own key too', async () => {
  expect(await ask(forge({ alg: 'HS384' }))).toBe(refused)
  const [head, payload] = forge({ alg: 'HS512' }).split('.')
  const hs512 = createHmac('sha512', sessionKey()).update(`${head}.${payload}`).digest('base64url')
  expect(await ask(`${head}.${payload}.${hs512}`)).toBe(refused)
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const [rsHead, rsPayload] = forge({ alg: 'RS256', jwk: publicKey.export({ format: 'jwk' }) }).split('.')
  const rs256 = signWith('sha256', Buffer.from(`${rsHead}.${rsPayload}`), privateKey).toString('base64url')
  expect(await ask(`${rsHead}.${rsPayload}.${rs256}`)).toBe(refused)
})

test('C16 a token that brings its own key is refused', async () => {
  const key = Buffer.alloc(32, 7)
  const jwk = { kty: 'oct', k: key.toString('base64url'), alg: 'HS256' }
  for (const header of [
    {},
    { jwk },
    { jku: 'https://keys.example/jwks.json' },
    { x5u: 'https://keys.example' },
  ])
    expect(await ask(forge(header, {}, key))).toBe(refused)
})

test.each([
  ['a key id that is not here', { kid: 'other' }],
  ['no key id', { kid: undefined }],
  ['a key id that leads elsewhere', { kid: '../../dev/null' }],
  ['the type of a bind token', { typ: 'bind+jwt' }],
  ['the type of any token', { typ: 'JWT' }],
  ['no type', { typ: undefined }],
  ['a header that must be understood', { crit: ['exp'], exp: 1 }],
])('C16 a token with %s is refused', async (_what, header) => {
  expect(await ask(forge(header))).toBe(refused)
})

test.each([
  ['of another issuer', () => ({ iss: 'https://elsewhere.example' })],
  ['of no issuer', () => ({ iss: undefined })],
  ['for another audience', () => ({ aud: 'clutch:bind' })],
  ['for no audience', () => ({ aud: undefined })],
  ['that ended', () => ({ exp: now() - 1 })],
  ['that never ends', () => ({ exp: undefined })],
  ['that ends as a text says', () => ({ exp: String(now() + 60) })],
  ['that begins later', () => ({ nbf: now() + 60 })],
  ['that began never', () => ({ iat: undefined })],
  ['of another session', () => ({ sid: '0195ffff-ffff-7fff-bfff-ffffffffffff' })],
  ['of no session', () => ({ sid: undefined })],
  ['of another user', () => ({ sub: '0195ffff-ffff-7fff-bfff-ffffffffffff' })],
  ['of another SteamID', () => ({ steamId: theirs })],
  ['of no SteamID', () => ({ steamId: undefined })],
])('C16 a token %s is refused, though it is signed', async (_what, claims) => {
  expect(await ask(forge({}, claims()))).toBe(refused)
})

test('C16 the claims of a token cannot be exchanged with those of another', async () => {
  const other = await signIn(context, theirs)
  const [head, , signature] = me.token.split('.')
  const [, payload] = other.token.split('.')
  expect(await ask(`${head}.${payload}.${signature}`)).toBe(refused)
})

test('C16 a bind token is no session, a session no bind token, a ticket neither', async () => {
  const expires = new Date(context.clock.now().getTime() + 60_000)
  const bind = await signBindToken(
    context,
    { bindId: me.sessionId, userId: me.userId, steamId: mine },
    expires,
  )
  expect(await ask(bind)).toBe(refused)
  expect(await readBindToken(context, bind)).not.toBeNull()
  expect(await readBindToken(context, me.token)).toBeNull()
  const ticket = await createTicket(context, { steamId: mine, provider: null }, generateToken())
  expect(await ask(ticket)).toBe(refused)
  expect(await readBindToken(context, ticket)).toBeNull()
  const [, payload] = me.token.split('.')
  const { aud: _aud, ...claims } = decode(payload)
  const asBind = { ...claims, aud: 'clutch:bind', bid: me.sessionId }
  expect(await readBindToken(context, forge({ typ: 'bind+jwt' }, asBind))).toBeNull()
})

test('C16 a session’s keys are not those of bind tokens or seals', () => {
  const [bind] = context.keys.signingKeys('bind')
  expect(bind?.key).not.toEqual(sessionKey())
})

test('C15 an ended session is invalid: by logging out, everywhere, or with a new password', async () => {
  const post = (person: TestUser, url: string, payload?: object) =>
    app.inject({ method: 'POST', url, headers: person.headers, ...(payload && { payload }) })
  const second = await beginAnotherSession(context, me)
  await post(second, '/api/auth/log', { steamId: mine, action: 'LOGOUT' })
  expect([await ask(second.token), await ask(me.token)]).toEqual([refused, 200])
  const third = await beginAnotherSession(context, me)
  await post(third, '/api/account/sessions/end-all')
  expect([await ask(third.token), await ask(me.token)]).toEqual([refused, refused])
  const fourth = await beginAnotherSession(context, me)
  await deleteSessions(context.database, me.userId)
  expect(await ask(fourth.token)).toBe(refused)
})

test('C16 a session is invalid once its user is deleted or has another SteamID', async () => {
  const other = await signIn(context, theirs)
  await updateUser(context.database, me.userId, { steam_id: '76561197960265731' })
  expect(await ask(me.token)).toBe(refused)
  expect(await ask(other.token)).toBe(200)
  await deleteUser(context.database, other.userId)
  expect(await ask(other.token)).toBe(refused)
})

test('C16 keys are rotated by putting the new one first; removing the old one invalidates what it signed', async () => {
  const [first, second] = [makeSecretKey(), makeSecretKey()]
  const withKeys = async (text: string) => {
    const keyed = { ...context, keys: new KeyRing(text) }
    return { keyed, at: await createAccountsApp(keyed) }
  }
  const before = await withKeys(first)
  const old = await beginAnotherSession(before.keyed, me)
  expect(await ask(old.token, before.at)).toBe(200)
  const both = await withKeys(`new:${second},old:${first}`)
  const fresh = await beginAnotherSession(both.keyed, me)
  expect([await ask(old.token, both.at), await ask(fresh.token, both.at)]).toEqual([200, 200])
  const after = await withKeys(second)
  expect([await ask(old.token, after.at), await ask(fresh.token, after.at)]).toEqual([refused, 200])
  expect(await ask(fresh.token, before.at)).toBe(refused)
  for (const { at } of [before, both, after]) await at.close()
})

test('J2 the last use of a session is written down, at most every five minutes', async () => {
  const readLastSeen = async () =>
    (
      await context.database.selectFrom('sessions').select('seen_at').executeTakeFirstOrThrow()
    ).seen_at.getTime()
  const began = await readLastSeen()
  context.clock.advance(sessionLastSeenIntervalMs)
  await ask(me.token)
  expect(await readLastSeen()).toBe(began)
  context.clock.advance(1)
  await ask(me.token)
  expect(await readLastSeen()).toBe(began + sessionLastSeenIntervalMs + 1)
})
