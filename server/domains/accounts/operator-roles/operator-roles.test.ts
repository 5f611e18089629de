import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Role } from '@clutch/contract/api/accounts/operator-roles.ts'
import { type OperatorRights, operatorAreas } from '@clutch/contract/rules/accounts/operator-rights.ts'
import type { App } from '../../../platform/http/app.ts'
import { asOperator } from '../../../testing/http.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { createAccountsApp } from '../testing/accounts-app.ts'
import { clearAccounts } from '../testing/clear-accounts.ts'
import { type TestUser, signIn } from '../testing/test-users.ts'

const one = '76561197960265729'
const two = '76561197960265730'
const three = '76561197960265731'
const name = { zh: '值班', en: 'On call' }
const server = '019a8f5e-6d00-7000-8000-000000000001'

let context: TestContext
let app: App
beforeAll(async () => {
  context = await createTestContext()
  app = await createAccountsApp(context)
})
beforeEach(async () => {
  await clearAccounts(context)
  await context.database.deleteFrom('operators').execute()
  await context.database.deleteFrom('operator_roles').where('id', 'like', '0%').execute()
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
type Headers = Record<string, string>

const call = (method: Method, path: string, payload?: object, headers: Headers = asOperator) =>
  app.inject({ method, url: `/api/operator/${path}`, headers, ...(payload && { payload }) })
const codeOf = async (answer: ReturnType<typeof call>) => (await answer).json<{ code: string }>().code
const addRole = async (rights: OperatorRights) => (await call('POST', 'roles', { name, rights })).json<Role>()
const assign = (steamId: string, role: string, serverIds: string[] | null = null, headers?: Headers) =>
  call('PUT', `ops/${steamId}`, { role, serverIds }, headers)

/** An operator who has shown their second factor, with a role of these rights. */
async function signInOperator(steamId: string, rights: OperatorRights): Promise<TestUser & { role: string }> {
  const user = await signIn(context, steamId, { groups: ['op'], secondFactor: 'shown' })
  const role = await addRole(rights)
  expect((await assign(steamId, role.id)).statusCode).toBe(200)
  return { ...user, role: role.id }
}

test('C18 a new operator is an owner, and the account says what they may do', async () => {
  const { headers } = await signIn(context, one, { groups: ['op'], secondFactor: 'shown' })
  const account = (await app.inject({ url: '/api/account', headers })).json<{
    operator: { rights: OperatorRights }
  }>()
  expect(Object.keys(account.operator.rights)).toEqual([...operatorAreas])
  expect((await call('GET', 'ops', undefined, headers)).json()).toMatchObject([
    { role: 'owner', roleName: { en: 'Owner' }, serverIds: null },
  ])
})

test('C18 a role permits what it names, with the next call, and nothing else', async () => {
  const { headers, role } = await signInOperator(one, { users: 'read' })
  expect((await call('GET', 'users', undefined, headers)).statusCode).toBe(200)
  expect(await codeOf(call('PUT', `memberships/${two}/vip`, {}, headers))).toBe('operator.not_permitted')
  expect(await codeOf(call('GET', 'audit', undefined, headers))).toBe('operator.not_permitted')
  await call('PATCH', `roles/${role}`, { rights: { users: 'change' } })
  expect((await call('PUT', `memberships/${two}/vip`, {}, headers)).statusCode).toBe(200)
  await call('PATCH', `roles/${role}`, { rights: {} })
  expect(await codeOf(call('GET', 'users', undefined, headers))).toBe('operator.not_permitted')
})

test('C18 no operator makes or gives a role that permits more than their own', async () => {
  const { headers, role } = await signInOperator(one, { operators: 'change', users: 'change' })
  const own = { operators: 'change', users: 'read' }
  expect((await call('POST', 'roles', { name, rights: own }, headers)).statusCode).toBe(200)
  const more = { name, rights: { refunds: 'read' } }
  expect(await codeOf(call('POST', 'roles', more, headers))).toBe('operator.outranked')
  expect(await codeOf(call('PATCH', `roles/${role}`, more, headers))).toBe('operator.outranked')
  expect(await codeOf(call('PATCH', 'roles/treasurer', { name }, headers))).toBe('operator.outranked')
  expect(await codeOf(call('DELETE', 'roles/treasurer', undefined, headers))).toBe('operator.outranked')
  expect(await codeOf(assign(two, 'owner', null, headers))).toBe('operator.outranked')
  expect(await codeOf(call('PUT', `ops/${two}`, undefined, headers))).toBe('operator.outranked')
  expect(await codeOf(call('PUT', `memberships/${two}/op`, {}, headers))).toBe('operator.outranked')
  expect((await assign(two, role, null, headers)).json()).toMatchObject({ role })
})

test('C18 an operator does nothing to one who may do more, nor gains by their account', async () => {
  const owner = await signIn(context, two, { groups: ['op'], secondFactor: 'shown' })
  const { headers } = await signInOperator(one, { operators: 'change', users: 'change' })
  const acts: [Method, string, object?][] = [
    ['DELETE', `ops/${two}`],
    ['DELETE', `memberships/${two}/op`],
    ['PUT', `memberships/${two}/op`, { expires: context.clock.now().getTime() + 1_000 }],
    ['POST', `ops/${two}/sign-in-link`],
    ['DELETE', `ops/${two}/second-factor`],
    ['DELETE', `accounts/${two}/email`],
    ['DELETE', `users/${owner.userId}/sessions/${owner.sessionId}`],
    ['DELETE', `users/${owner.userId}/sessions`],
    ['PUT', `users/${owner.userId}/block`, { reason: 'x' }],
    ['DELETE', `users/${owner.userId}/block`],
  ]
  for (const [method, path, body] of acts)
    expect([path, await codeOf(call(method, path, body, headers))]).toEqual([path, 'operator.outranked'])
  expect((await call('GET', 'ops', undefined, owner.headers)).statusCode).toBe(200)
})

test('C18 the right to change users does not make operators', async () => {
  const { headers } = await signInOperator(one, { users: 'change' })
  expect(await codeOf(call('PUT', `memberships/${two}/op`, {}, headers))).toBe('operator.not_permitted')
  await signInOperator(three, {})
  expect(await codeOf(call('DELETE', `memberships/${three}/op`, undefined, headers))).toBe(
    'operator.not_permitted',
  )
})

test('C18 one who is limited to some servers passes on that limit', async () => {
  const { headers, role } = await signInOperator(one, { operators: 'change', players: 'change' })
  await assign(one, role, [server])
  expect(await codeOf(assign(two, role, null, headers))).toBe('operator.outranked')
  expect(await codeOf(call('POST', 'roles', { name, rights: { players: 'change' } }, headers))).toBe(
    'operator.outranked',
  )
  expect((await assign(two, role, [server], headers)).json()).toMatchObject({ serverIds: [server] })
})

test('C18 no operator changes their own role, and an owner remains', async () => {
  const first = await signIn(context, one, { groups: ['op'], secondFactor: 'shown' })
  expect(await codeOf(assign(one, 'editor', null, first.headers))).toBe('user.own_account')
  const second = await signIn(context, two, { groups: ['op'], secondFactor: 'shown' })
  expect((await assign(two, 'editor', null, first.headers)).statusCode).toBe(200)
  expect(await codeOf(call('GET', 'ops', undefined, second.headers))).toBe('operator.not_permitted')
  // The other way round, at the same moment: one of them remains.
  await assign(two, 'owner')
  const answers = await Promise.all([
    assign(one, 'editor', null, second.headers),
    assign(two, 'editor', null, first.headers),
  ])
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('C18 an owner limited to some servers is not the owner that must remain', async () => {
  const { headers } = await signIn(context, one, { groups: ['op'], secondFactor: 'shown' })
  await assign(two, 'owner', [server])
  await assign(three, 'owner')
  expect((await assign(three, 'editor', null, headers)).statusCode).toBe(200)
})

test('C18 the role of owners stays, a role in use stays, and a stale change is refused', async () => {
  for (const [method, body] of [
    ['PATCH', { name }],
    ['DELETE', undefined],
  ] as const)
    expect(await codeOf(call(method, 'roles/owner', body))).toBe('role.fixed')
  const { role } = await signInOperator(one, { content: 'change' })
  expect(await codeOf(call('DELETE', `roles/${role}`))).toBe('role.in_use')
  expect(await codeOf(call('PATCH', `roles/${role}`, { name, revision: 9 }))).toBe('edit.conflict')
  expect(await codeOf(assign(two, 'unknown'))).toBe('role.not_found')
  await call('DELETE', `ops/${one}`)
  expect((await call('DELETE', `roles/${role}`)).statusCode).toBe(204)
  expect(await codeOf(call('PATCH', `roles/${role}`, { name }))).toBe('role.not_found')
})

test('C18 an operator without a role may do nothing', async () => {
  const { headers } = await signIn(context, one, { groups: ['op'], secondFactor: 'shown' })
  await context.database.deleteFrom('operators').execute()
  expect(await codeOf(call('GET', 'users', undefined, headers))).toBe('operator.forbidden')
})

test('C18 who becomes an operator again after their time keeps the role that they had', async () => {
  const { role } = await signInOperator(one, { content: 'read' })
  await call('PUT', `memberships/${one}/op`, { expires: context.clock.now().getTime() + 1_000 })
  context.clock.advance(2_000)
  expect((await call('PUT', `ops/${one}`)).json()).toMatchObject({ role, expires: null })
})

test('C18 an operator who is added again, or whose servers alone are changed, keeps their role', async () => {
  const { role } = await signInOperator(one, { players: 'change' })
  expect((await call('PUT', `ops/${one}`, {})).json()).toMatchObject({ role, serverIds: null })
  expect((await call('PUT', `ops/${one}`, { serverIds: [server] })).json()).toMatchObject({
    role,
    serverIds: [server],
  })
  expect((await call('PUT', `ops/${one}`, { role: 'editor' })).json()).toMatchObject({
    role: 'editor',
    serverIds: [server],
  })
})
