import { randomUUIDv7 } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bindTokenLifetimeMs, gameBindCodeLifetimeMs, gameProofLifetimeMs } from '@clutch/contract/limits.ts'
import { createBindToken, signProvenBindToken, verifyBindToken } from './bind-tokens.service.ts'
import { hashGameCode } from '../game-bind/game-code-hash.ts'
import { grantGroup } from '../groups/groups.service.ts'
import { signIn } from '../testing/test-users.ts'
import {
  type EmailFixture,
  createEmailFixture,
  insertEmailAccount,
  newestResetToken,
  password,
  statuses,
} from '../email/testing/email-fixture.ts'

let portal: EmailFixture
beforeAll(async () => {
  portal = await createEmailFixture()
})
afterEach(() => portal.clear())
afterAll(() => portal.close())

const email = 'player@x.io'
const steamId = '76561197960265729'
const otherSteamId = '76561197960265730'
const begin = (userId: string) =>
  portal.context.database.transaction().execute((tx) => createBindToken(portal.context, tx, userId))
/** The bind token that comes back from the provider. */
const proven = async (bearer: string, steam = steamId) => {
  const { context } = portal
  return signProvenBindToken(context, await verifyBindToken(context, context.database, bearer), steam)
}
const bind = (bearer: string | undefined, payload: object = {}) =>
  portal.post('bind-steam', { email, steamId, ...payload }, bearer === undefined ? {} : { bearer })
const validate = (bearer: string | undefined, payload: object = {}) =>
  portal.post(
    'bind-steam-token-validation',
    { email, token: 'abcd2345', ...payload },
    bearer === undefined ? {} : { bearer },
  )
const addGameCode = async (code: string, steam = steamId) => {
  const { database, clock } = portal.context
  const serverId = randomUUIDv7()
  const server = { id: serverId, ip: '127.0.0.1', port: 27_000 + (codes += 1), name: 'one', name_display: '' }
  const place = { category: 'public', region: 'ap-tokyo', protocol: 'valve', tickrate: '' }
  const look = { ontop: 0, star: 0, reserved: 0, hidden: false, rules_zh: '', rules_en: '' }
  await database
    .insertInto('servers')
    .values({ ...server, ...place, ...look, created_at: clock.now() })
    .execute()
  const expires = new Date(clock.now().getTime() + gameBindCodeLifetimeMs)
  const row = { hash: hashGameCode(portal.context, code), steam_id: steam, server_id: serverId }
  await database
    .insertInto('game_bind_codes')
    .values({ ...row, expires_at: expires })
    .execute()
}
let codes = 0
const sessions = () => portal.context.database.selectFrom('sessions').selectAll().execute()
const users = () => portal.context.database.selectFrom('users').selectAll().orderBy('id').execute()
const invalid = { error: 'Invalid or expired token', code: 'bind.invalid_token' }
const expectInvalid = async (asked: ReturnType<typeof bind>) => {
  const answer = await asked
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toEqual(invalid)
}

test('C9 the proven SteamID is bound to the account and signed in, once', async () => {
  const userId = await insertEmailAccount(portal.context, email)
  const bearer = await proven(await begin(userId))
  const answer = await bind(bearer, { email: ' PLAYER@x.io' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  const { token, ...identity } = answer.json<{ token: string }>()
  expect(identity).toEqual({ steamId, username: '#265729', avatar: '' })
  expect(await portal.app.sessionCheck.find(token)).toMatchObject({ userId, steamId })
  expect(await sessions()).toMatchObject([{ user_id: userId, method: 'email' }])
  const lines = await portal.context.database.selectFrom('audit_log').selectAll().execute()
  expect(lines).toMatchObject([{ actor: steamId, action: 'BIND-STEAM', subject: steamId }])
  await expectInvalid(bind(bearer))
})

test('C9 an account that the SteamID has without an e-mail takes e-mail and password over', async () => {
  const person = await signIn(portal.context, steamId)
  const userId = await insertEmailAccount(portal.context, email)
  const { token } = (await bind(await proven(await begin(userId)))).json<{ token: string }>()
  expect(await users()).toMatchObject([{ id: person.userId, steam_id: steamId, email }])
  expect(await portal.app.sessionCheck.find(token)).toMatchObject({ userId: person.userId, steamId })
  expect(await portal.app.sessionCheck.find(person.token)).not.toBeNull()
})

test('C9 of ten bindings at once with one token, one signs in', async () => {
  const userId = await insertEmailAccount(portal.context, email)
  const bearer = await proven(await begin(userId))
  const answers = await Promise.all(Array.from({ length: 10 }, () => bind(bearer)))
  expect(statuses(answers)).toEqual({ 200: 1, 401: 9 })
  expect(await sessions()).toHaveLength(1)
})

test('C9 of two tokens of one account at once, for two SteamIDs, one binds', async () => {
  const userId = await insertEmailAccount(portal.context, email)
  const one = await proven(await begin(userId))
  const two = await proven(await begin(userId), otherSteamId)
  const answers = await Promise.all([bind(one), bind(two, { steamId: otherSteamId })])
  expect(statuses(answers)).toEqual({ 200: 1, 409: 1 })
  expect(await sessions()).toHaveLength(1)
})

test('C8 C9 binding, signing in and choosing a password at once never wait for each other in a circle', async () => {
  const userId = await insertEmailAccount(portal.context, email)
  await signIn(portal.context, steamId)
  await portal.post('reset-password', { email })
  const token = await newestResetToken(portal.context)
  const bearers = await Promise.all([1, 2, 3].map(async () => proven(await begin(userId))))
  const answers = await Promise.all([
    ...bearers.map((bearer) => bind(bearer)),
    portal.post('reset-password/confirm', { email, token, newPassword: 'another-horse-2' }),
    ...bearers.map((bearer) => bind(bearer)),
    portal.post('login', { email, password }),
    portal.post('reset-password', { email }),
  ])
  expect(Object.keys(statuses(answers)).filter((status) => Number(status) >= 500)).toEqual([])
})

test('C9 C11 an account or SteamID that is already bound is refused, and the token stays valid', async () => {
  const bound = await insertEmailAccount(portal.context, 'bound@x.io', otherSteamId)
  const already = await bind(await proven(await begin(bound)), { email: 'bound@x.io' })
  expect(already.statusCode).toBe(409)
  expect(already.json()).toEqual({
    error: 'User already has a bound Steam account',
    code: 'bind.already_bound',
  })
  const bearer = await begin(await insertEmailAccount(portal.context, email))
  const taken = await bind(await proven(bearer, otherSteamId), { steamId: otherSteamId })
  expect(taken.statusCode).toBe(409)
  expect(taken.json()).toEqual({
    error: 'Steam account already bound to another user',
    code: 'bind.steam_already_bound',
  })
  expect((await bind(await proven(bearer))).statusCode).toBe(200)
})

test('C9 nothing is bound to an account with a second factor until it is off; the token stays valid', async () => {
  const person = await signIn(portal.context, steamId, { secondFactor: 'shown' })
  const userId = await insertEmailAccount(portal.context, email)
  const bearer = await begin(userId)
  await addGameCode('abcd2345')
  expect((await validate(bearer)).statusCode).toBe(200)
  for (const token of [bearer, await proven(bearer)]) {
    const answer = await bind(token)
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { error: 'This Steam account has a second factor; turn it off first', code: 'bind.second_factor_on' },
    ])
  }
  expect(await users()).toMatchObject([
    { id: person.userId, email: null, password_hash: null },
    { id: userId, steam_id: null, email },
  ])
  // One that was begun and never confirmed guards nothing.
  await portal.context.database.updateTable('second_factors').set({ confirmed_at: null }).execute()
  expect((await bind(bearer)).statusCode).toBe(200)
})

test('C9 without a valid token that proves this SteamID and belongs to this address, nothing is bound', async () => {
  const userId = await insertEmailAccount(portal.context, email)
  await insertEmailAccount(portal.context, 'other@x.io')
  const person = await signIn(portal.context, otherSteamId)
  const plain = await begin(userId)
  const bearer = await proven(plain)
  await expectInvalid(bind(undefined))
  await expectInvalid(bind('nonsense'))
  await expectInvalid(bind(person.token))
  await expectInvalid(bind(plain))
  await expectInvalid(bind(bearer, { steamId: otherSteamId }))
  await expectInvalid(bind(bearer, { email: 'other@x.io' }))
  await expectInvalid(bind(bearer, { email: 'nobody@x.io' }))
  portal.context.clock.advance(bindTokenLifetimeMs)
  await expectInvalid(bind(bearer))
  const bound = (await users()).flatMap((user) => user.steam_id ?? [])
  expect(bound).toEqual([otherSteamId])
})

test('C10 a code of the game proves its SteamID for five minutes, once; then the same token binds it', async () => {
  const bearer = await begin(await insertEmailAccount(portal.context, email))
  await addGameCode('abcd2345')
  const answer = await validate(bearer, { token: ' ABCD2345 ' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.json()).toEqual({ steamId, username: '#265729', avatar: '' })
  await expectInvalid(validate(bearer))
  await expectInvalid(bind(bearer, { steamId: otherSteamId }))
  expect((await bind(bearer)).statusCode).toBe(200)
  expect(await sessions()).toHaveLength(1)
})

test('C10 what a code proved is over after five minutes, and a code after ten', async () => {
  const userId = await insertEmailAccount(portal.context, email)
  const bearer = await begin(userId)
  await addGameCode('abcd2345')
  await addGameCode('wxyz6789', otherSteamId)
  expect((await validate(bearer)).statusCode).toBe(200)
  portal.context.clock.advance(gameProofLifetimeMs)
  await expectInvalid(bind(bearer))
  portal.context.clock.advance(gameBindCodeLifetimeMs - gameProofLifetimeMs)
  await expectInvalid(validate(await begin(userId), { token: 'wxyz6789' }))
})

test('C10 a player with an account is named as the portal names them', async () => {
  const bearer = await begin(await insertEmailAccount(portal.context, email))
  const { userId } = await signIn(portal.context, steamId)
  await portal.context.database
    .updateTable('users')
    .set({ username: '老王' })
    .where('id', '=', userId)
    .execute()
  await addGameCode('abcd2345')
  expect((await validate(bearer)).json()).toMatchObject({ username: '老王' })
})

test('C10 of ten concurrent attempts with one code, one succeeds', async () => {
  const bearer = await begin(await insertEmailAccount(portal.context, email))
  await addGameCode('abcd2345')
  const answers = await Promise.all(Array.from({ length: 10 }, () => validate(bearer)))
  expect(statuses(answers)).toEqual({ 200: 1, 401: 9 })
})

test('C10 a code is not taken without a bind token of that address, nor for an op', async () => {
  const bearer = await begin(await insertEmailAccount(portal.context, email))
  await insertEmailAccount(portal.context, 'other@x.io')
  await addGameCode('abcd2345')
  await expectInvalid(validate(undefined))
  await expectInvalid(validate(bearer, { email: 'other@x.io' }))
  expect(await portal.context.database.selectFrom('game_bind_codes').selectAll().execute()).toHaveLength(1)
  await grantGroup(portal.context, { steamId, group: 'op', expires: null })
  await expectInvalid(validate(bearer))
  expect(await portal.context.database.selectFrom('game_bind_codes').selectAll().execute()).toEqual([])
  await expectInvalid(bind(bearer))
})

test('C20 ten attempts per account are accepted, from any address; without its token none is counted', async () => {
  const userId = await insertEmailAccount(portal.context, email)
  const bearer = await begin(userId)
  for (let round = 0; round < 12; round += 1) await expectInvalid(validate('nonsense'))
  const tried = await Promise.all(
    Array.from({ length: 12 }, (_, round) =>
      portal.post(
        'bind-steam-token-validation',
        { email, token: 'abcd2345' },
        { bearer, address: `198.51.100.${round}` },
      ),
    ),
  )
  expect(statuses(tried)).toEqual({ 401: 10, 429: 2 })
  expect((await bind(await proven(await begin(userId)))).statusCode).toBe(429)
})
