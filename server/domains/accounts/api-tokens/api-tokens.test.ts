import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ApiToken } from '@clutch/contract/api/accounts/api-tokens.ts'
import { endedApiTokenRetentionMs } from '@clutch/contract/limits.ts'
import type { OperatorRights } from '@clutch/contract/rules/accounts/operator-rights.ts'
import { apiTokenRateLimit } from '@clutch/contract/rules/accounts/rate-limits.ts'
import type { App } from '../../../platform/http/app.ts'
import { asOperator } from '../../../testing/http.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { createAccountsApp } from '../testing/accounts-app.ts'
import { readAuditEntries } from '../testing/audit-log-entries.ts'
import { clearAccounts } from '../testing/clear-accounts.ts'
import { type TestUser, signIn } from '../testing/test-users.ts'
import { deleteEndedApiTokens } from './api-tokens.store.ts'

const one = '76561197960265729'
const two = '76561197960265730'
const player = '76561197960265731'
const server = '019a8f5e-6d00-7000-8000-000000000001'
const otherServer = '019a8f5e-6d00-7000-8000-000000000002'
const name = { zh: '值班', en: 'On call' }

let context: TestContext
let app: App
beforeAll(async () => {
  context = await createTestContext()
  app = await createAccountsApp(context)
})
beforeEach(async () => {
  await clearAccounts(context)
  await context.database.deleteFrom('api_tokens').execute()
  await context.database.deleteFrom('operators').execute()
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
type Headers = Record<string, string>
type AddedToken = ApiToken & { secret: string }

const call = (method: Method, path: string, payload?: object, headers: Headers = asOperator) =>
  app.inject({ method, url: `/api/operator/${path}`, headers, ...(payload && { payload }) })
const codeOf = async (answer: ReturnType<typeof call>) => (await answer).json<{ code: string }>().code
const bearer = (secret: string): Headers => ({ authorization: `Bearer ${secret}` })
const owner = (steamId = one) => signIn(context, steamId, { groups: ['op'], secondFactor: 'shown' })

/** An operator who has shown their second factor, with a role of these rights. */
async function operatorWith(
  steamId: string,
  rights: OperatorRights,
  serverIds: string[] | null = null,
): Promise<TestUser & { role: string }> {
  const user = await owner(steamId)
  const role = (await call('POST', 'roles', { name, rights })).json<{ id: string }>().id
  expect((await call('PUT', `ops/${steamId}`, { role, serverIds })).statusCode).toBe(200)
  return { ...user, role }
}

async function addToken(headers: Headers, body: object): Promise<AddedToken> {
  const answer = await call('POST', 'tokens', { name: 'Overlay', rights: {}, ...body }, headers)
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('secret')])
  return answer.json<AddedToken>()
}

const addService = (body: object) => addToken(asOperator, { service: true, ...body })

test('C18 the secret of a token is answered once and stored only as its hash', async () => {
  const { headers } = await owner()
  const { secret, ...token } = await addToken(headers, { rights: { users: 'read' } })
  expect(secret).toMatch(/^clutch_[\w-]{43}$/)
  expect(token).toMatchObject({ name: 'Overlay', owner: one, rights: { users: 'read' }, serverIds: null })
  expect((await call('GET', 'users', undefined, bearer(secret))).statusCode).toBe(200)
  expect((await call('GET', 'tokens', undefined, headers)).json()).toEqual([
    { ...token, lastUsed: context.clock.now().getTime() },
  ])
  const rows = await context.database.selectFrom('api_tokens').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(secret.slice(7))
})

test('C18 a personal token permits what it and the present role of its owner have in common', async () => {
  const { headers, role } = await operatorWith(one, { users: 'change', audit: 'read' })
  const { secret } = await addToken(headers, { rights: { users: 'change' } })
  const block = () => call('PUT', `memberships/${player}/vip`, {}, bearer(secret))
  expect((await block()).statusCode).toBe(200)
  expect(await codeOf(call('GET', 'audit', undefined, bearer(secret)))).toBe('operator.not_permitted')
  await call('PATCH', `roles/${role}`, { rights: { users: 'read', audit: 'read' } })
  expect(await codeOf(block())).toBe('operator.not_permitted')
  expect((await call('GET', 'users', undefined, bearer(secret))).statusCode).toBe(200)
})

test('C18 the token of one who is no operator any more is refused, and does not return with them', async () => {
  const { headers } = await owner()
  const { secret } = await addToken(headers, { rights: { users: 'read' } })
  const read = () => codeOf(call('GET', 'users', undefined, bearer(secret)))
  await call('PUT', `memberships/${one}/op`, { expires: context.clock.now().getTime() + 1_000 })
  context.clock.advance(2_000)
  expect(await read()).toBe('operator.forbidden')
  await call('PUT', `ops/${one}`)
  expect(await read()).toBeUndefined()
  await call('DELETE', `ops/${one}`)
  await call('PUT', `ops/${one}`)
  expect(await read()).toBe('operator.unauthorized')
})

test('C18 the token of a blocked operator is refused until the block ends', async () => {
  const { headers, userId } = await owner()
  const { secret } = await addToken(headers, { rights: { users: 'read' } })
  await call('PUT', `users/${userId}/block`, { reason: 'x' })
  expect(await codeOf(call('GET', 'users', undefined, bearer(secret)))).toBe('operator.forbidden')
  await call('DELETE', `users/${userId}/block`)
  expect((await call('GET', 'users', undefined, bearer(secret))).statusCode).toBe(200)
})

test('C18 a revoked, an expired and an unknown token are refused alike', async () => {
  const revoked = await addService({ rights: { users: 'read' } })
  const expires = context.clock.now().getTime() + 60_000
  const expired = await addService({ rights: { users: 'read' }, expires })
  const headersOf = [revoked, expired].map(({ secret }) => bearer(secret))
  for (const headers of headersOf)
    expect((await call('GET', 'users', undefined, headers)).statusCode).toBe(200)
  expect((await call('DELETE', `tokens/${revoked.id}`)).statusCode).toBe(204)
  context.clock.advance(60_000)
  const unknown = bearer(`clutch_${randomBytes(32).toString('base64url')}`)
  const answers = []
  for (const headers of [...headersOf, unknown, bearer('clutch_')]) {
    const { statusCode, body } = await call('GET', 'users', undefined, headers)
    answers.push([statusCode, body])
  }
  expect(answers).toEqual(answers.map(() => [401, expect.stringContaining('operator.unauthorized')]))
  expect(new Set(answers.map(([, body]) => body)).size).toBe(1)
})

test('C18 no operator adds a token that permits more than they may do, and an end is in the future', async () => {
  const { headers } = await operatorWith(one, { users: 'read', servers: 'change' }, [server])
  const add = (body: object) => call('POST', 'tokens', { name: 'x', rights: {}, ...body }, headers)
  expect(await codeOf(add({ rights: { users: 'change' } }))).toBe('operator.outranked')
  expect(await codeOf(add({ rights: { refunds: 'read' }, serverIds: [server] }))).toBe('operator.outranked')
  expect(await codeOf(add({ rights: { servers: 'read' } }))).toBe('operator.outranked')
  expect(await codeOf(add({ serverIds: [otherServer] }))).toBe('operator.outranked')
  expect(await codeOf(add({ serverIds: [server], expires: context.clock.now().getTime() }))).toBe(
    'request.invalid',
  )
  expect(await codeOf(add({ name: '', serverIds: [server] }))).toBe('request.invalid')
  expect((await add({ rights: { servers: 'change' }, serverIds: [server] })).statusCode).toBe(200)
})

test('C18 a service token takes the right to change operators, and holds without the one who added it', async () => {
  const { headers } = await operatorWith(one, { users: 'change', operators: 'read' })
  const service = { name: 'Bot', rights: { users: 'read' }, service: true }
  expect(await codeOf(call('POST', 'tokens', service, headers))).toBe('operator.not_permitted')
  const { headers: ownerHeaders } = await owner(two)
  const { secret, owner: heldBy } = await addToken(ownerHeaders, service)
  expect(heldBy).toBeNull()
  await call('DELETE', `ops/${two}`)
  expect((await call('GET', 'users', undefined, bearer(secret))).statusCode).toBe(200)
})

test('C18 the operator’s token adds service tokens only', async () => {
  const body = { name: 'x', rights: {} }
  expect(await codeOf(call('POST', 'tokens', body))).toBe('operator.not_permitted')
  expect((await call('POST', 'tokens', { ...body, service: true })).statusCode).toBe(200)
})

test('C18 no token makes tokens, operators or sign-in links, whatever its rights', async () => {
  await owner(two)
  const { headers } = await owner()
  const rights = { operators: 'change', users: 'change' }
  const own = await addToken(headers, { rights })
  const service = await addService({ rights })
  const acts: [Method, string, object?][] = [
    ['GET', 'tokens'],
    ['POST', 'tokens', { name: 'x', rights: {}, service: true }],
    ['DELETE', `tokens/${own.id}`],
    ['GET', 'ops'],
    ['PUT', `ops/${player}`],
    ['POST', `ops/${two}/sign-in-link`],
    ['POST', 'roles', { name, rights: {} }],
    ['PUT', `memberships/${player}/op`, {}],
    ['DELETE', `memberships/${two}/op`],
  ]
  for (const { secret } of [own, service])
    for (const [method, path, body] of acts)
      expect([path, await codeOf(call(method, path, body, bearer(secret)))]).toEqual([
        path,
        'operator.not_permitted',
      ])
})

test('C18 a personal token does nothing to the account of its owner that they may not do themselves', async () => {
  const { headers, userId } = await operatorWith(one, { users: 'change' })
  const { secret } = await addToken(headers, { rights: { users: 'change' } })
  expect(await codeOf(call('PUT', `users/${userId}/block`, { reason: 'x' }, bearer(secret)))).toBe(
    'user.own_account',
  )
})

test('C18 operators see and revoke their own tokens; those with the rights to operators all', async () => {
  const { headers } = await owner()
  const { id } = await addToken(headers, {})
  const { headers: without } = await operatorWith(two, { users: 'read' })
  const own = await addToken(without, {})
  const idsFor = async (by: Headers) =>
    (await call('GET', 'tokens', undefined, by)).json<ApiToken[]>().map((token) => token.id)
  expect(await idsFor(without)).toEqual([own.id])
  expect(await idsFor(headers)).toEqual([own.id, id])
  expect(await idsFor(asOperator)).toEqual([own.id, id])
  expect(await codeOf(call('DELETE', `tokens/${id}`, undefined, without))).toBe('token.not_found')
  expect((await call('DELETE', `tokens/${own.id}`, undefined, without)).statusCode).toBe(204)
  expect((await call('DELETE', `tokens/${id}`, undefined, headers)).statusCode).toBe(204)
  expect(await codeOf(call('DELETE', `tokens/${server}`, undefined, headers))).toBe('token.not_found')
  const listed = (await call('GET', 'tokens')).json<ApiToken[]>()
  expect(listed.map(({ revoked }) => revoked)).toEqual(listed.map(() => context.clock.now().getTime()))
})

test('C18 the last use of a token is noted at most once a minute', async () => {
  const { secret } = await addService({ rights: { users: 'read' } })
  const used = async () => (await call('GET', 'tokens')).json<ApiToken[]>()[0]?.lastUsed
  expect(await used()).toBeNull()
  const read = () => call('GET', 'users', undefined, bearer(secret))
  const first = context.clock.now().getTime()
  await read()
  context.clock.advance(59_000)
  await read()
  expect(await used()).toBe(first)
  context.clock.advance(1_000)
  await read()
  expect(await used()).toBe(first + 60_000)
})

test('C20 beyond its limit a token is refused with 429, no other one is, and it recovers', async () => {
  const [busy, other] = [await addService({}), await addService({})]
  const read = ({ secret }: AddedToken) => codeOf(call('GET', 'users', undefined, bearer(secret)))
  for (let made = 1; made < apiTokenRateLimit.times; made += 1) app.rateLimiter.consumeOfToken(busy.id)
  // A call that the rights of the token do not permit counts, too.
  expect(await read(busy)).toBe('operator.not_permitted')
  expect(await read(busy)).toBe('RATE_LIMIT_EXCEEDED')
  expect(await read(other)).toBe('operator.not_permitted')
  context.clock.advance(apiTokenRateLimit.perMs / apiTokenRateLimit.times)
  expect(await read(busy)).toBe('operator.not_permitted')
})

test('C12 the audit log names the token, with its id and owner', async () => {
  const { headers } = await owner()
  const { id, secret } = await addToken(headers, { name: '直播', rights: { users: 'change' } })
  await call('PUT', `memberships/${player}/vip`, {}, bearer(secret))
  const service = await addService({ name: 'Bot', rights: {} })
  await call('DELETE', `tokens/${service.id}`)
  const entries = await readAuditEntries(context, { limit: 10 })
  expect(entries.map(({ actor, action, subject }) => [actor, action, subject])).toEqual([
    ['operator', 'operatorRevokeApiToken', 'Bot'],
    ['operator', 'operatorAddApiToken', 'Bot'],
    ['token:直播', 'operatorGrantGroup', player],
    [one, 'operatorAddApiToken', '直播'],
  ])
  expect(entries[2]?.detail).toMatchObject({ tokenId: id, tokenOwner: one })
  expect(JSON.stringify(entries)).not.toContain(secret.slice(7))
})

test('C18 tokens that ended are forgotten after 90 days', async () => {
  const expires = context.clock.now().getTime() + 1_000
  for (const body of [{}, { expires }]) await addService(body)
  const revoked = await addService({})
  await call('DELETE', `tokens/${revoked.id}`)
  const forget = () =>
    deleteEndedApiTokens(context.database, new Date(context.clock.now().getTime() - endedApiTokenRetentionMs))
  await forget()
  expect((await call('GET', 'tokens')).json()).toHaveLength(3)
  context.clock.advance(endedApiTokenRetentionMs + 2_000)
  await forget()
  expect((await call('GET', 'tokens')).json()).toMatchObject([{ expires: null, revoked: null }])
})
