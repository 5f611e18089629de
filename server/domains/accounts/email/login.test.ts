import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import argon2 from '@node-rs/argon2'
import { sessionLifetimeMs } from '@clutch/contract/limits.ts'
import { readAuditEntries } from '../testing/audit-log-entries.ts'
import { verifyBindToken } from '../binding/bind-tokens.service.ts'
import { consumeRateLimit } from '../rate-limits/rate-limits.service.ts'
import {
  type EmailFixture,
  createEmailFixture,
  insertEmailAccount,
  password,
  statuses,
} from './testing/email-fixture.ts'

const checked = vi.spyOn(argon2, 'verify')
afterAll(() => checked.mockRestore())

let portal: EmailFixture
beforeAll(async () => {
  portal = await createEmailFixture()
})
afterEach(async () => {
  checked.mockClear()
  await portal.clear()
})
afterAll(() => portal.close())

const email = 'player@x.io'
const steamId = '76561197960265729'
const login = (payload: object, from?: { address: string }) => portal.post('login', payload, from)
const wrong = { error: 'Invalid email or password', code: 'login.wrong' }
const sessions = () => portal.context.database.selectFrom('sessions').selectAll().execute()

test('C4 e-mail and password begin a session of the Steam account', async () => {
  const userId = await insertEmailAccount(portal.context, email, steamId)
  const answer = await login({ email: ' Player@x.IO ', password })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  const { token, ...rest } = answer.json<{ token: string }>()
  expect(rest).toEqual({
    needsSteamBinding: false,
    tokenType: 'session',
    steamId,
    username: '#265729',
    avatar: '',
  })
  expect(await portal.app.sessionCheck.find(token)).toMatchObject({ userId, steamId, secondFactorDue: false })
  const [session] = await sessions()
  expect(session).toMatchObject({ user_id: userId, method: 'email', address: '203.0.113.7' })
  expect((session?.expires_at.getTime() ?? 0) - portal.context.clock.now().getTime()).toBe(sessionLifetimeMs)
})

test('C12 a sign-in is written down as its session begins; what begins none is not', async () => {
  const lines = () => readAuditEntries(portal.context, { limit: 9 })
  await insertEmailAccount(portal.context, email, steamId)
  await insertEmailAccount(portal.context, 'unbound@x.io')
  await login({ email, password: 'correct-horse-2' })
  await login({ email: 'unbound@x.io', password })
  expect(await lines()).toEqual([])
  await login({ email, password })
  expect(await lines()).toMatchObject([
    { actor: steamId, action: 'LOGIN-EMAIL', subject: steamId, detail: {}, address: '203.0.113.7' },
  ])
})

test('C5 an account without SteamID gets a bind token and no session', async () => {
  const userId = await insertEmailAccount(portal.context, email)
  const { token, ...rest } = (await login({ email, password })).json<{ token: string }>()
  expect(rest).toEqual({
    needsSteamBinding: true,
    tokenType: 'bind',
    steamId: null,
    username: email,
    avatar: '',
  })
  const { context, app } = portal
  expect(await verifyBindToken(context, context.database, token)).toMatchObject({ userId, steamId: null })
  expect(await app.sessionCheck.find(token)).toBeNull()
  expect(await sessions()).toEqual([])
})

test('C4 an unknown e-mail and a wrong password have one answer, after the same work', async () => {
  await insertEmailAccount(portal.context, email, steamId)
  const known = await login({ email, password: 'correct-horse-2' })
  const unknown = await login({ email: 'nobody@x.io', password })
  expect(known.statusCode).toBe(401)
  expect(known.json()).toEqual(wrong)
  expect(unknown.statusCode).toBe(401)
  expect(unknown.body).toBe(known.body)
  const cost = checked.mock.calls.map(([hash]) => String(hash).split('$').slice(1, 4).join(' '))
  expect(cost).toEqual(['argon2id v=19 m=19456,t=2,p=1', 'argon2id v=19 m=19456,t=2,p=1'])
  expect(await sessions()).toEqual([])
})

test.each(['no user has this password', '\u0000', '\ud800\udc00\ud800', '__proto__', 'p'.repeat(512)])(
  'C4 the password %j is just a wrong one',
  async (odd) => {
    await insertEmailAccount(portal.context, email, steamId)
    expect((await login({ email, password: odd })).json()).toEqual(wrong)
    expect((await login({ email: 'nobody@x.io', password: odd })).json()).toEqual(wrong)
  },
)

test('C16 a session of an account with a second factor owes it', async () => {
  const { context, app } = portal
  const userId = await insertEmailAccount(context, email, steamId)
  const now = context.clock.now()
  const factor = { user_id: userId, secret: 'sealed', confirmed_at: now, created_at: now }
  await context.database.insertInto('second_factors').values(factor).execute()
  const { token } = (await login({ email, password })).json<{ token: string }>()
  expect(await app.sessionCheck.find(token)).toMatchObject({
    secondFactorDue: true,
    secondFactorShown: false,
  })
})

test('C20 ten attempts per account and address are accepted, across processes, before any hashing; the owner can still sign in from elsewhere', async () => {
  const second = await createEmailFixture({ ...portal.context, jobs: portal.context.jobs })
  await insertEmailAccount(portal.context, email, steamId)
  const tried = await Promise.all(
    Array.from({ length: 12 }, (_, round) =>
      (round % 2 === 0 ? portal : second).post(
        'login',
        { email, password: 'not-the-one' },
        { address: '198.51.100.1' },
      ),
    ),
  )
  expect(statuses(tried)).toEqual({ 401: 10, 429: 2 })
  expect(checked).toHaveBeenCalledTimes(10)
  const refused = await login({ email, password }, { address: '198.51.100.1' })
  expect(refused.json()).toEqual({
    error: 'Too many requests, please try again later',
    code: 'RATE_LIMIT_EXCEEDED',
  })
  expect((await login({ email, password }, { address: '198.51.100.2' })).statusCode).toBe(200)
  portal.context.clock.advance(90_000)
  expect((await login({ email, password }, { address: '198.51.100.1' })).statusCode).toBe(200)
  await second.app.close()
})

test('C20 sixty attempts per account are accepted from all addresses together', async () => {
  await insertEmailAccount(portal.context, email, steamId)
  for (let round = 0; round < 60; round++) await consumeRateLimit(portal.context, 'login account', email)
  const refused = await login({ email, password }, { address: '198.51.100.9' })
  expect(refused.statusCode).toBe(429)
})

test('C20 one network address, a /64 of IPv6, has sixty tries', async () => {
  for (let round = 0; round < 60; round += 1)
    await consumeRateLimit(portal.context, 'login address', '2001:db8:1:2')
  const from = async (address: string) => (await login({ email: 'a@x.io', password }, { address })).statusCode
  expect([await from('2001:db8:1:2:ffff::2'), await from('2001:db8:1:3::1')]).toEqual([429, 401])
})
