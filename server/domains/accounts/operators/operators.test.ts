import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { signInLinkLifetimeMs } from '@clutch/contract/limits.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import { grantGroup, getMembershipsOfPlayer } from '../groups/groups.service.ts'
import { logMissingOperator } from './operators.service.ts'
import { createAccountsApp } from '../testing/accounts-app.ts'
import { clearAccounts } from '../testing/clear-accounts.ts'
import { signIn } from '../testing/test-users.ts'
import { insertUser, updateUser } from '../users/users.store.ts'

const one = '76561197960265729'
const two = '76561197960265730'

let context: TestContext
let app: App
beforeAll(async () => {
  context = await createTestContext()
  app = await createAccountsApp(context)
})
beforeEach(() => clearAccounts(context))
afterAll(async () => {
  await app.close()
  await context.destroy()
})

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'
const call = (method: Method, path: string) =>
  app.inject({ method, url: `/api/operator/${path}`, headers: asOperator })
const list = async () => (await call('GET', 'ops')).json<object[]>()

/** The token of a sign-in link. */
const tokenOf = (url: string) => new URLSearchParams(new URL(url).hash.slice(1)).get('token')

/** An account of an e-mail address, which may have a SteamID. */
async function byEmail(email: string, steamId: string | null) {
  const id = randomUUIDv7()
  const row = { id, steam_id: steamId, email, password_hash: '-', created_at: context.clock.now() }
  await insertUser(context.database, row)
}

test('an op is added by a SteamID64, before they ever signed in', async () => {
  const owner = { role: 'owner', roleName: { zh: '所有者', en: 'Owner' }, serverIds: null }
  const op = { steamId: one, username: '#265729', email: null, secondFactor: false, expires: null, ...owner }
  expect((await call('PUT', `ops/${one}`)).json()).toEqual(op)
  expect(await list()).toEqual([op])
  const profile = { steam_id: one, name: 'Steam Name', fetched_at: context.clock.now() }
  await context.database.insertInto('steam_profiles').values(profile).execute()
  const person = await signIn(context, one, { secondFactor: 'due' })
  expect(await list()).toEqual([{ ...op, username: 'Steam Name', secondFactor: true }])
  await updateUser(context.database, person.userId, { username: 'Chosen' })
  expect(await list()).toMatchObject([{ username: 'Chosen' }])
})

test('an op is added and removed by the e-mail address of a bound account', async () => {
  await byEmail('first.op@mail.example', one)
  await byEmail('unbound@mail.example', null)
  expect((await call('PUT', 'ops/First.OP%40mail.example')).json()).toMatchObject({
    steamId: one,
    email: 'first.op@mail.example',
  })
  for (const method of ['PUT', 'DELETE'] as const) {
    expect((await call(method, 'ops/nobody@mail.example')).json()).toMatchObject({ code: 'user.not_found' })
    expect((await call(method, 'ops/unbound@mail.example')).json()).toMatchObject({ code: 'user.not_bound' })
    expect((await call(method, 'ops/12345')).json()).toMatchObject({ code: 'request.invalid' })
  }
  expect(await list()).toHaveLength(1)
  expect((await call('DELETE', 'ops/first.op@mail.example')).statusCode).toBe(204)
  expect(await list()).toEqual([])
})

test('a temporary operator becomes a permanent one; other groups stay', async () => {
  const expires = context.clock.now().getTime() + 60_000
  await grantGroup(context, { steamId: one, group: 'op', expires })
  await grantGroup(context, { steamId: one, group: 'vip', expires })
  await grantGroup(context, { steamId: two, group: 'op', expires })
  expect(await list()).toMatchObject([{ expires }, { expires }])
  await call('PUT', `ops/${one}`)
  context.clock.advance(60_000)
  expect(await list()).toMatchObject([{ steamId: one, expires: null }])
  await grantGroup(context, { steamId: one, group: 'vip', expires: null })
  await call('DELETE', `ops/${one}`)
  expect(await getMembershipsOfPlayer(context, one)).toMatchObject([{ group: 'vip' }])
})

test('a sign-in link is made for ops only, and is good once', async () => {
  await call('PUT', `ops/${one}`)
  await signIn(context, two, { groups: ['kol'] })
  expect((await call('POST', `ops/${two}/sign-in-link`)).json()).toMatchObject({ code: 'user.not_found' })
  const answer = await call('POST', `ops/${one}/sign-in-link`)
  expect(answer.headers['cache-control']).toBe('no-store')
  const { url, expires } = answer.json<{ url: string; expires: number }>()
  expect(expires).toBe(context.clock.now().getTime() + signInLinkLifetimeMs)
  const link = new URL(url)
  expect(link.origin + link.pathname).toBe(`${context.config.publicUrl}/auth/link`)
  // A fragment is sent to no server and written into no log of one.
  expect(link.search).toBe('')
  const token = tokenOf(url)
  expect(token).toMatch(/^[\w-]{43}$/)
  const headers = { authorization: `Bearer ${token}` }
  const take = () => app.inject({ method: 'POST', url: '/api/auth/link', headers })
  expect((await take()).json()).toMatchObject({ steamId: one, username: '#265729' })
  expect((await take()).json()).toMatchObject({ code: 'ticket.invalid' })
})

test('a sign-in link ends with being an op, however that ended, and with the second factor', async () => {
  await signIn(context, one, { groups: ['op'], secondFactor: 'shown' })
  const makeLink = async (steamId = one) => {
    const { url } = (await call('POST', `ops/${steamId}/sign-in-link`)).json<{ url: string }>()
    const headers = { authorization: `Bearer ${tokenOf(url)}` }
    return async () => (await app.inject({ method: 'POST', url: '/api/auth/link', headers })).statusCode
  }
  const ends: [Method, string][] = [
    ['DELETE', `ops/${one}`],
    ['DELETE', `memberships/${one}/op`],
    ['DELETE', `ops/${one}/second-factor`],
  ]
  await call('PUT', `ops/${two}`)
  const others = await makeLink(two)
  for (const [method, path] of ends) {
    const take = await makeLink()
    expect((await call(method, path)).statusCode).toBe(204)
    await call('PUT', `ops/${one}`)
    expect(await take()).toBe(401)
  }
  expect(await (await makeLink())()).toBe(200)
  expect(await others()).toBe(200)
})

test('a sign-in link outlives the loss of another group', async () => {
  await call('PUT', `ops/${one}`)
  await grantGroup(context, { steamId: one, group: 'vip', expires: null })
  const { url } = (await call('POST', `ops/${one}/sign-in-link`)).json<{ url: string }>()
  await call('DELETE', `memberships/${one}/vip`)
  const headers = { authorization: `Bearer ${tokenOf(url)}` }
  expect((await app.inject({ method: 'POST', url: '/api/auth/link', headers })).statusCode).toBe(200)
})

test('a lost second factor is forgotten with its recovery codes, and the sessions of its owner end', async () => {
  const person = await signIn(context, one, { groups: ['op'], secondFactor: 'shown' })
  const other = await signIn(context, two)
  const codes = { user_id: person.userId, hash: Buffer.from('x') }
  await context.database.insertInto('recovery_codes').values(codes).execute()
  const forget = (steamId: string) => call('DELETE', `ops/${steamId}/second-factor`)
  expect((await forget('76561197960265739')).json()).toMatchObject({ code: 'user.not_found' })
  expect((await forget(two)).json()).toMatchObject({ code: 'second_factor.off' })
  expect((await forget(one)).statusCode).toBe(204)
  const account = async (headers: object) =>
    (await app.inject({ url: '/api/account', headers: { ...headers } })).statusCode
  expect([await account(person.headers), await account(other.headers)]).toEqual([401, 200])
  expect(await list()).toMatchObject([{ steamId: one, secondFactor: false }])
  expect(await context.database.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
})

test('C12 the audit log is listed newest first, by actor, subject and action, in pages', async () => {
  const audit = async (query: string) =>
    (await call('GET', `audit?${query}`)).json<{ rows: { id: string }[] }>().rows
  await call('PUT', `ops/${one}`)
  await call('PUT', `ops/${two}`)
  const person = await signIn(context, one)
  const payload = { steamId: one, action: 'LOGOUT' }
  await app.inject({ method: 'POST', url: '/api/auth/log', headers: person.headers, payload })
  const all = await audit('')
  expect(all).toMatchObject([
    { actor: one, action: 'LOGOUT', subject: one },
    {
      actor: 'operator',
      action: 'operatorAddOperator',
      subject: two,
      at: context.clock.now().getTime(),
    },
    { actor: 'operator', action: 'operatorAddOperator', subject: one },
  ])
  const [first, second, third] = all
  expect(await audit('size=2')).toEqual([first, second])
  expect(await audit('size=2&page=2')).toEqual([third])
  expect(await audit(`actor=${one}`)).toEqual([first])
  expect(await audit(`subject=${one}`)).toEqual([first, third])
  expect(await audit('action=LOGOUT&actor=operator')).toEqual([])
  for (const wrong of ['size=0', 'size=201', 'page=x', 'size=many'])
    expect((await call('GET', `audit?${wrong}`)).statusCode).toBe(400)
})

test('C12 a start without an operator says how to become one', async () => {
  const info = vi.spyOn(context.log, 'info').mockReturnValue()
  const getHints = () => info.mock.calls.filter(([line]) => String(line).includes('no operator yet'))
  await logMissingOperator(context)
  expect(getHints()).toEqual([[expect.stringMatching(/op add STEAMID64.*op link STEAMID64/)]])
  await call('PUT', `ops/${one}`)
  await logMissingOperator(context)
  expect(getHints()).toHaveLength(1)
  info.mockRestore()
})

test('C12 a start without an operator says that the token is turned off, where it is', async () => {
  const warn = vi.spyOn(context.log, 'warn').mockReturnValue()
  await logMissingOperator({ ...context, config: { ...context.config, operatorToken: 'off' } })
  expect(warn.mock.calls).toEqual([[expect.stringContaining('CLUTCH_OPERATOR_TOKEN=on')]])
  warn.mockRestore()
})
