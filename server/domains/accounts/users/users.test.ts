import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OperatorUser } from '@clutch/contract/api/accounts/operator-users.ts'
import { countedMax } from '@clutch/contract/api/shared/list-query.ts'
import { sessionLastSeenIntervalMs } from '@clutch/contract/limits.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import { grantGroup } from '../groups/groups.service.ts'
import { createAccountsApp } from '../testing/accounts-app.ts'
import { readAuditEntries } from '../testing/audit-log-entries.ts'
import { beginAnotherSession, signIn } from '../testing/test-users.ts'
import { clearAccounts } from '../testing/clear-accounts.ts'
import { insertUser, updateUser } from './users.store.ts'

const one = '76561197960265729'
const two = '76561197960265730'
const dayMs = 24 * 3_600_000

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

const ask = (method: 'GET' | 'DELETE', path: string) =>
  app.inject({ method, url: `/api/operator/users${path}`, headers: asOperator })
const list = async (query = '') =>
  (await ask('GET', `?${query}`)).json<{ rows: OperatorUser[]; total: number }>()
const found = async (query: string) => (await list(query)).rows.map(({ username }) => username)

/** Creates Ann, who signed in by Steam; Bob, who signed up before her; and a user with only an e-mail. */
async function threePeople() {
  const bob = await signIn(context, two)
  await updateUser(context.database, bob.userId, { username: 'Bob' })
  context.clock.advance(2 * dayMs)
  const ann = await signIn(context, one, { groups: ['vip'], secondFactor: 'shown' })
  await context.database
    .insertInto('steam_profiles')
    .values({ steam_id: one, name: 'Ann 100%', fetched_at: context.clock.now() })
    .execute()
  const id = randomUUIDv7()
  const email = 'carol@mail.example'
  await insertUser(context.database, { id, email, password_hash: '-', created_at: context.clock.now() })
  return { ann, bob, carol: { id } }
}

test('J C12 of more than 10,000 accounts the list says so, and sorts by name only what a search found', async () => {
  await threePeople()
  await sql`insert into users (id, steam_id, created_at)
    select gen_random_uuid(), 76561198000000000 + n, now() from generate_series(1, ${countedMax}) as n`.execute(
    context.database,
  )
  expect(await list('size=1')).toMatchObject({ total: countedMax + 1 })
  expect((await ask('GET', '?sort=name')).json()).toMatchObject({ code: 'search.too_long' })
  expect(await found('sort=name&find=b')).toEqual(['Bob'])
})

test('J C12 accounts are found by part of a name or address and by the beginning of a SteamID; no secret is returned', async () => {
  const { ann } = await threePeople()
  expect(await found('find=100%25')).toEqual(['Ann 100%'])
  expect(await found('find=BO')).toEqual(['Bob'])
  expect(await found('find=l@mail')).toEqual(['carol@mail.example'])
  expect(await found(`find=${one}`)).toEqual(['Ann 100%'])
  expect(await found('find=60265729')).toEqual([])
  expect(await found('find=_')).toEqual([])
  expect((await ask('GET', '?find=%00')).statusCode).toBe(400)
  const [row] = (await list('find=ann')).rows
  expect(row).toEqual({
    id: ann.userId,
    steamId: one,
    username: 'Ann 100%',
    steamName: 'Ann 100%',
    avatar: '',
    email: null,
    groups: ['vip'],
    secondFactor: true,
    block: null,
    created: context.clock.now().getTime(),
    seen: context.clock.now().getTime(),
  })
})

test('J accounts are filtered by group, e-mail and last visit, sorted, and come in pages', async () => {
  await threePeople()
  expect(await found('group=vip')).toEqual(['Ann 100%'])
  expect(await found('group=op')).toEqual([])
  expect(await found('email=true')).toEqual(['carol@mail.example'])
  expect(await found('email=false&sort=name&direction=asc')).toEqual(['Ann 100%', 'Bob'])
  expect(await found('within=1')).toEqual(['Ann 100%'])
  expect(await found('within=7')).toEqual(['Ann 100%', 'Bob'])
  // Who never was here comes last.
  expect(await found('sort=seen')).toEqual(['Ann 100%', 'Bob', 'carol@mail.example'])
  expect(await found('sort=seen&direction=asc')).toEqual(['carol@mail.example', 'Bob', 'Ann 100%'])
  expect((await found('sort=created&direction=asc'))[0]).toBe('Bob')
  expect(await list('sort=name&direction=desc&size=1&page=2')).toMatchObject({
    total: 3,
    rows: [{ username: 'Bob' }],
  })
  await grantGroup(context, { steamId: two, group: 'vip', expires: context.clock.now().getTime() + 1 })
  expect(await found('group=vip&sort=name')).toEqual(['Bob', 'Ann 100%'])
  context.clock.advance(1)
  expect(await found('group=vip')).toEqual(['Ann 100%'])
})

test('J2 the time a user was last seen outlives their session', async () => {
  const person = await signIn(context, one)
  context.clock.advance(sessionLastSeenIntervalMs + 1)
  await app.inject({ url: '/api/account', headers: person.headers })
  const last = context.clock.now().getTime()
  await ask('DELETE', `/${one}/sessions`)
  context.clock.advance(dayMs)
  expect((await list()).rows[0]?.seen).toBe(last)
})

test('J an account is shown with groups, second factor and sessions, by its id or SteamID64', async () => {
  const { ann, carol } = await threePeople()
  await beginAnotherSession(context, ann, 'link')
  const shown = await ask('GET', `/${ann.userId}`)
  expect((await ask('GET', `/${one}`)).json()).toEqual(shown.json())
  expect(shown.json()).toMatchObject({
    steamId: one,
    ownName: false,
    recoveryCodes: 0,
    memberships: [{ group: 'vip', expires: null, granted: context.clock.now().getTime() }],
    sessions: [
      { method: 'steam', address: '203.0.113.7', userAgent: 'test' },
      { method: 'link', address: '198.51.100.4', userAgent: 'elsewhere' },
    ],
  })
  expect(shown.body).not.toMatch(/JBSWY3DP|password|token/)
  expect((await ask('GET', `/${carol.id}`)).json()).toMatchObject({ steamId: null, seen: null, sessions: [] })
  for (const id of [randomUUIDv7(), '76561197960265999'])
    expect((await ask('GET', `/${id}`)).json()).toMatchObject({ code: 'user.not_found' })
  expect((await ask('GET', '/nobody')).statusCode).toBe(400)
})

test('C16 an operator ends one session of a user, or all; the audit log has the sessions before and after', async () => {
  const ann = await signIn(context, one)
  const other = await beginAnotherSession(context, ann)
  const bob = await signIn(context, two)
  const works = async (headers: { authorization: string }) =>
    (await app.inject({ url: '/api/account', headers })).statusCode
  expect((await ask('DELETE', `/${one}/sessions/${bob.sessionId}`)).json()).toMatchObject({
    code: 'session.not_found',
  })
  expect((await ask('DELETE', `/${one}/sessions/${other.sessionId}`)).statusCode).toBe(204)
  expect([await works(ann.headers), await works(other.headers)]).toEqual([200, 401])
  const [line] = await readAuditEntries(context, { limit: 1 })
  expect(line).toMatchObject({ subject: one, refused: null })
  expect(JSON.stringify(line?.before)).toContain(other.sessionId)
  expect(JSON.stringify(line?.after)).not.toContain(other.sessionId)
  expect((await ask('DELETE', `/${ann.userId}/sessions`)).statusCode).toBe(204)
  expect([await works(ann.headers), await works(bob.headers)]).toEqual([401, 200])
  expect((await readAuditEntries(context, { limit: 1 }))[0]).toMatchObject({
    subject: one,
    after: { sessions: [] },
  })
})
