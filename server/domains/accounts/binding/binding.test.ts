import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { PortalError } from '@clutch/contract/errors.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { createBindToken, consumeBinding, saveGameProof, verifyBindToken } from './bind-tokens.service.ts'
import { bindSteamId } from './binding.service.ts'
import { findOrCreateUser } from '../profiles/identity.service.ts'
import { signIn } from '../testing/test-users.ts'
import { signBindToken } from '../tokens/tokens.ts'
import { insertUser, selectUser, selectUserByEmail, selectUserBySteamId } from '../users/users.store.ts'

const minutes = 60_000
let context: TestContext
let steamId: string
let people = 76561198000003000n

beforeAll(async () => {
  context = await createTestContext()
})
beforeEach(() => {
  people += 1n
  steamId = String(people)
})
afterAll(() => context.destroy())

interface EmailAccount {
  userId: string
  email: string
}

async function emailAccount(): Promise<EmailAccount> {
  const userId = randomUUIDv7()
  const email = `${userId}@example.org`
  const created_at = context.clock.now()
  await insertUser(context.database, { id: userId, email, password_hash: `hash of ${email}`, created_at })
  return { userId, email }
}

/** Binds as the calls do: with a bind token, once. */
async function bind(userId: string, to = steamId) {
  const token = await createBindToken(context, context.database, userId)
  return context.database.transaction().execute(async (tx) => {
    const { bindId } = await verifyBindToken(context, tx, token)
    if (!(await consumeBinding(tx, bindId))) throw new PortalError('bind.invalid_token', 'used before')
    return bindSteamId(context, tx, userId, to)
  })
}

const enter = (whom: string) =>
  context.database.transaction().execute((tx) => findOrCreateUser(context, tx, whom))
const codeOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'fulfilled' ? 'bound' : (result.reason as { code?: string }).code

test('C9 an e-mail account bound to a SteamID without an account keeps its id', async () => {
  const { userId, email } = await emailAccount()
  expect(await bind(userId)).toMatchObject({ id: userId, steam_id: steamId, email })
  expect(await enter(steamId)).toMatchObject({ id: userId })
})

test('C9 bound to a SteamID with an account, e-mail and password move there and its sessions stay', async () => {
  const person = await signIn(context, steamId)
  const { userId, email } = await emailAccount()
  const merged = { id: person.userId, steam_id: steamId, email, password_hash: `hash of ${email}` }
  expect(await bind(userId)).toMatchObject(merged)
  expect(await selectUser(context.database, userId)).toBeUndefined()
  expect(await selectUserByEmail(context.database, email)).toMatchObject({ id: person.userId })
  const sessions = context.database.selectFrom('sessions').selectAll().where('user_id', '=', person.userId)
  expect(await sessions.execute()).toHaveLength(1)
})

test('C11 what cannot be bound is refused by name, and nothing changes', async () => {
  const first = await emailAccount()
  await bind(first.userId)
  const second = await emailAccount()
  const refused = async (userId: string, to = steamId) =>
    context.database
      .transaction()
      .execute((tx) => bindSteamId(context, tx, userId, to))
      .catch((error: unknown) => error)
  expect(await refused(second.userId)).toMatchObject({
    code: 'bind.steam_already_bound',
    message: 'Steam account already bound to another user',
  })
  expect(await refused(first.userId, '76561198000009998')).toMatchObject({
    code: 'bind.already_bound',
    message: 'User already has a bound Steam account',
  })
  expect(await refused(randomUUIDv7())).toMatchObject({
    code: 'bind.user_not_found',
    message: 'User not found',
  })
  expect(await selectUser(context.database, second.userId)).toMatchObject({
    steam_id: null,
    email: second.email,
  })
  expect(await selectUserBySteamId(context.database, '76561198000009998')).toBeUndefined()
})

test('C9 of two e-mail accounts that are bound to one SteamID at once, one is', async () => {
  const accounts = await Promise.all([emailAccount(), emailAccount()])
  const results = await Promise.allSettled(accounts.map(({ userId }) => bind(userId)))
  expect(new Set(results.map(codeOf))).toEqual(new Set(['bind.steam_already_bound', 'bound']))
})

test('C9 of many bindings of one e-mail account at once, one is', async () => {
  await signIn(context, steamId)
  const { userId } = await emailAccount()
  const others = Array.from({ length: 3 }, (_, each) => String(76561198000005000n + BigInt(each)))
  const results = await Promise.allSettled([steamId, steamId, ...others].map((to) => bind(userId, to)))
  const codes = results.map(codeOf)
  expect(codes.filter((code) => code === 'bound')).toHaveLength(1)
  const refusals = codes.filter((code) => code !== 'bound')
  expect(['bind.invalid_token', 'bind.already_bound', 'bind.user_not_found']).toEqual(
    expect.arrayContaining(refusals),
  )
})

test('C5 no binding is begun of an account that has gone', async () => {
  const begun = createBindToken(context, context.database, randomUUIDv7())
  await expect(begun).rejects.toMatchObject({ code: 'bind.user_not_found' })
})

test('C9 an account that is being bound is locked, and is not bound to another SteamID afterwards', async () => {
  const { userId } = await emailAccount()
  const bindTo = (to: string) =>
    context.database.transaction().execute((tx) => bindSteamId(context, tx, userId, to))
  const waiting = sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const second = await context.database.transaction().execute(async (tx) => {
    await bindSteamId(context, tx, userId, steamId)
    const result = Promise.allSettled([bindTo('76561198000009997')])
    await vi.waitUntil(async () => (await waiting.execute(context.database)).rows.length > 0)
    return { result }
  })
  expect((await second.result).map(codeOf)).toEqual(['bind.already_bound'])
  expect(await selectUser(context.database, userId)).toMatchObject({ steam_id: steamId })
})

test('C5 a bind token is of one account', async () => {
  const [mine, theirs] = [await emailAccount(), await emailAccount()]
  const token = await createBindToken(context, context.database, mine.userId)
  const { bindId, expires } = await verifyBindToken(context, context.database, token)
  const swapped = await signBindToken(context, { bindId, userId: theirs.userId, steamId }, expires)
  const read = verifyBindToken(context, context.database, swapped)
  await expect(read).rejects.toMatchObject({ code: 'bind.invalid_token' })
})

test('C9 a first sign-in by Steam at the same time ends in the same account', async () => {
  const { userId, email } = await emailAccount()
  const [bound, entered] = await Promise.all([bind(userId), enter(steamId)])
  expect(entered.id).toBe(bound.id)
  expect(await selectUserBySteamId(context.database, steamId)).toMatchObject({ id: bound.id, email })
})

test('C5 a bind token is used once, by the first caller', async () => {
  const { userId } = await emailAccount()
  const { bindId } = await verifyBindToken(
    context,
    context.database,
    await createBindToken(context, context.database, userId),
  )
  const finish = () => context.database.transaction().execute((tx) => consumeBinding(tx, bindId))
  const all = await Promise.all(Array.from({ length: 5 }, finish))
  expect(all.filter(Boolean)).toHaveLength(1)
})

test('C10 a SteamID proven by a game code is valid for five minutes, and only while the bind token is valid', async () => {
  const { userId } = await emailAccount()
  const token = await createBindToken(context, context.database, userId)
  const read = () => verifyBindToken(context, context.database, token)
  const { bindId, steamId: before } = await read()
  expect(before).toBeNull()
  await saveGameProof(context, context.database, bindId, steamId)
  context.clock.advance(5 * minutes - 1)
  expect(await read()).toMatchObject({ steamId })
  context.clock.advance(1)
  expect(await read()).toMatchObject({ steamId: null })
  context.clock.advance(10 * minutes)
  await expect(read()).rejects.toMatchObject({ code: 'bind.invalid_token' })
  await consumeBinding(context.database, bindId)
  const late = saveGameProof(context, context.database, bindId, steamId)
  await expect(late).rejects.toMatchObject({ code: 'bind.invalid_token' })
})
