import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBindToken, consumeBinding, verifyBindToken } from '../binding/bind-tokens.service.ts'
import { tryConsumeRateLimit } from '../rate-limits/rate-limits.service.ts'
import { signIn } from '../testing/test-users.ts'
import { deleteUser, insertUser, updateUser } from '../users/users.store.ts'
import {
  type ProviderRedirect,
  type SteamFixture,
  beginSignIn,
  cookieOf,
  createSteamFixture,
  formatPageResult,
  returnFromProvider,
} from './testing/steam-fixture.ts'

const minutes = 60_000
const bound = '/auth/steam/bind/callback token'
const refused = (word: string) => `/auth/steam/bind/callback ${word}`

let portal: SteamFixture
let steamId: string
let people = 76561198000002000n

beforeAll(async () => {
  portal = await createSteamFixture()
})
beforeEach(() => {
  portal.context.clock.advance(24 * 60 * minutes)
  portal.provider.behaviour = 'honest'
  people += 1n
  steamId = String(people)
})
afterAll(() => portal.close())

/** Creates a user registered by e-mail, with a bind token. */
async function emailAccount(): Promise<{ userId: string; token: string }> {
  const { database, clock } = portal.context
  const userId = randomUUIDv7()
  const email = `${userId}@example.org`
  await insertUser(database, { id: userId, email, password_hash: 'hash', created_at: clock.now() })
  return { userId, token: await createBindToken(portal.context, database, userId) }
}

const askToBind = (token: string) =>
  portal.app.inject({
    method: 'POST',
    url: '/api/auth/steam/bind/login',
    headers: { authorization: `Bearer ${token}` },
  })

async function beginBind(token: string): Promise<ProviderRedirect> {
  const answer = await askToBind(token)
  return { url: answer.json<{ url: string }>().url, cookie: cookieOf(answer) }
}

const finish = ({ url, cookie }: ProviderRedirect, change?: (fields: Map<string, string>) => void) =>
  returnFromProvider(portal.app, portal.provider.signIn(url, steamId, change), cookie)

test('C9 a binding goes to the provider and ends with a bind token that carries the proven SteamID', async () => {
  const { context, app, provider } = portal
  const { userId, token } = await emailAccount()
  const started = await verifyBindToken(context, context.database, token)
  const answer = await askToBind(token)
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  const { url } = answer.json<{ url: string }>()
  const returnTo = new URL(url).searchParams.get('openid.return_to') ?? ''
  expect(returnTo).toMatch(
    /^http:\/\/portal\.test\/api\/auth\/steam\/bind\/callback\?email_bind_token=[\w-]{43}$/,
  )
  // A bearer token never appears in an address that others see.
  expect(url).not.toContain(token)
  context.clock.advance(5 * minutes)
  const page = await returnFromProvider(app, provider.signIn(url, steamId), cookieOf(answer))
  expect(formatPageResult(page)).toBe(bound)
  const carried = await verifyBindToken(context, context.database, page.searchParams.get('token'))
  expect(carried).toEqual({ bindId: started.bindId, userId, steamId, expires: started.expires })
  context.clock.advance(10 * minutes)
  const late = verifyBindToken(context, context.database, page.searchParams.get('token'))
  await expect(late).rejects.toMatchObject({ code: 'bind.invalid_token' })
})

test('C9 only the bearer of a valid bind token begins a binding', async () => {
  const { context } = portal
  const person = await signIn(context, steamId)
  const over = await emailAccount()
  context.clock.advance(15 * minutes)
  const used = await emailAccount()
  const { bindId } = await verifyBindToken(context, context.database, used.token)
  await consumeBinding(context.database, bindId)
  for (const token of ['x', person.token, over.token, used.token]) {
    const answer = await askToBind(token)
    expect([answer.statusCode, answer.json()]).toEqual([
      401,
      { error: 'Invalid or expired token', code: 'bind.invalid_token' },
    ])
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
})

test('C19 a binding begun by another browser, or never begun, is refused', async () => {
  portal.provider.behaviour = 'gullible'
  const mine = await beginBind((await emailAccount()).token)
  const theirs = await beginBind((await emailAccount()).token)
  const anySignIn = await beginSignIn(portal.app)
  const invalid = refused('invalid_authentication')
  expect(formatPageResult(await finish({ ...mine, cookie: theirs.cookie }))).toBe(invalid)
  expect(formatPageResult(await finish({ ...mine, cookie: '' }))).toBe(invalid)
  const asBinding = portal.provider.signIn(anySignIn.url, steamId)
  const moved = new URL(asBinding.href.replace('/callback?state=', '/bind/callback?email_bind_token='))
  expect(formatPageResult(await returnFromProvider(portal.app, moved, anySignIn.cookie))).toBe(invalid)
  expect(formatPageResult(await finish(mine))).toBe(bound)
  expect(formatPageResult(await finish(mine))).toBe(invalid)
})

test('C9 a binding that was called off, or whose provider fails, is refused', async () => {
  const invalid = refused('invalid_authentication')
  const off = await finish(await beginBind((await emailAccount()).token), (fields) =>
    fields.set('mode', 'cancel'),
  )
  expect(formatPageResult(off)).toBe(invalid)
  portal.provider.behaviour = { status: 503, body: '' }
  expect(formatPageResult(await finish(await beginBind((await emailAccount()).token)))).toBe(invalid)
})

test('C9 a binding that was finished or ended meanwhile is refused', async () => {
  const { context } = portal
  const used = await emailAccount()
  const sent = await beginBind(used.token)
  const { bindId } = await verifyBindToken(context, context.database, used.token)
  await consumeBinding(context.database, bindId)
  expect(formatPageResult(await finish(sent))).toBe(refused('invalid_token'))

  const slow = await emailAccount()
  context.clock.advance(14 * minutes)
  const late = await beginBind(slow.token)
  context.clock.advance(minutes)
  expect(formatPageResult(await finish(late))).toBe(refused('invalid_token'))
})

test('C9 a binding that is not possible is refused at once', async () => {
  const { database, clock } = portal.context
  const gone = await emailAccount()
  const sent = await beginBind(gone.token)
  await deleteUser(database, gone.userId)
  // With its account a binding goes too.
  expect(formatPageResult(await finish(sent))).toBe(refused('invalid_token'))

  const already = await emailAccount()
  const again = await beginBind(already.token)
  await updateUser(database, already.userId, { steam_id: '76561198000009999' })
  expect(formatPageResult(await finish(again))).toBe(refused('already_bound'))

  const taken = { steam_id: steamId, email: `${steamId}@example.org`, password_hash: 'hash' }
  await insertUser(database, { id: randomUUIDv7(), ...taken, created_at: clock.now() })
  const other = await emailAccount()
  expect(formatPageResult(await finish(await beginBind(other.token)))).toBe(refused('steam_already_bound'))

  steamId = String((people += 1n))
  await signIn(portal.context, steamId, { secondFactor: 'shown' })
  const guarded = await emailAccount()
  expect(formatPageResult(await finish(await beginBind(guarded.token)))).toBe(refused('second_factor_on'))
})

test('C20 bindings are tried only so often from one address', async () => {
  const { token } = await emailAccount()
  const sent = await beginBind(token)
  for (let left = true; left;) left = await tryConsumeRateLimit(portal.context, 'bind address', '127.0.0.1')
  expect((await askToBind(token)).statusCode).toBe(429)
  expect(formatPageResult(await finish(sent))).toBe(refused('invalid_authentication'))
})
