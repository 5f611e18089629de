import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { grantGroup } from '../groups/groups.service.ts'
import { readAuditEntries } from '../testing/audit-log-entries.ts'
import { createAccountsApp } from '../testing/accounts-app.ts'
import { type TestUser, beginAnotherSession, signIn } from '../testing/test-users.ts'
import { clearAccounts } from '../testing/clear-accounts.ts'

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

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const call = (person: TestUser | null, method: Method, url: string, payload?: object) =>
  app.inject({ method, url, ...(payload && { payload }), ...(person && { headers: person.headers }) })

const isSignedIn = async (person: TestUser) => (await call(person, 'GET', '/api/account')).statusCode === 200
const audit = () => readAuditEntries(context, { limit: 50 })

test('J2 an account shows its name, picture, groups and second factor', async () => {
  await grantGroup(context, { steamId: mine, group: 'vip', expires: null })
  await context.database
    .insertInto('steam_profiles')
    .values({ steam_id: mine, name: 'Steam Name', fetched_at: context.clock.now() })
    .execute()
  const answer = await call(me, 'GET', '/api/account')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.json()).toEqual({
    id: me.userId,
    steamId: mine,
    username: 'Steam Name',
    avatar: '',
    steamName: 'Steam Name',
    ownName: false,
    avatarSource: 'steam',
    email: null,
    language: null,
    groups: ['vip'],
    operator: null,
    secondFactor: { on: false, shown: false, recoveryCodes: 0, removableBySteam: false },
  })
})

test('J2 a chosen name is shown until it is emptied; the picture may be drawn', async () => {
  const renamed = await call(me, 'PATCH', '/api/account', { username: '  名字 ', avatarSource: 'drawn' })
  expect(renamed.json()).toMatchObject({ username: '名字', ownName: true, avatarSource: 'drawn' })
  expect((await call(me, 'PATCH', '/api/account', { avatarSource: 'steam' })).json()).toMatchObject({
    username: '名字',
    avatarSource: 'steam',
  })
  expect((await call(me, 'PATCH', '/api/account', { username: ' ' })).json()).toMatchObject({
    username: '#265729',
    ownName: false,
  })
  expect((await audit()).map(({ action, actor, detail }) => [action, actor, detail])).toEqual([
    ['CHANGE-ACCOUNT', mine, { fields: ['username'] }],
    ['CHANGE-ACCOUNT', mine, { fields: ['avatar_source'] }],
    ['CHANGE-ACCOUNT', mine, { fields: ['username', 'avatar_source'] }],
  ])
})

test.each([
  { username: 'x'.repeat(33) },
  { username: 'a\nb' },
  { username: 'a\u202eb' },
  { username: '\u3164' },
  { avatarSource: 'https://x.example/a.png' },
  { email: 'a@b.example' },
])('J2 an account changed to %j is refused', async (change) => {
  expect((await call(me, 'PATCH', '/api/account', change)).statusCode).toBe(400)
  expect((await call(me, 'GET', '/api/account')).json()).toMatchObject({ username: '#265729', email: null })
})

test('C20 an account is changed sixty times an hour at most, each person’s for itself', async () => {
  const other = await signIn(context, theirs)
  const change = async (person: TestUser) =>
    (await call(person, 'PATCH', '/api/account', { avatarSource: 'drawn' })).statusCode
  for (let round = 0; round < 60; round += 1) expect(await change(me)).toBe(200)
  expect([await change(await beginAnotherSession(context, me)), await change(other)]).toEqual([429, 200])
  expect(await readAuditEntries(context, { actor: mine, limit: 100 })).toHaveLength(60)
})

test('J2 sessions are listed with device and time, the latest used first', async () => {
  context.clock.advance(1_000)
  await beginAnotherSession(context, me, 'email')
  await signIn(context, theirs)
  const now = context.clock.now().getTime()
  const week = 7 * 24 * 3_600_000
  const [first, second, ...more] = (await call(me, 'GET', '/api/account/sessions')).json<object[]>()
  expect(first).toMatchObject({
    current: false,
    method: 'email',
    userAgent: 'elsewhere',
    address: '198.51.100.4',
  })
  expect(first).toMatchObject({ created: now, seen: now, expires: now + week })
  expect(second).toEqual({
    id: me.sessionId,
    current: true,
    method: 'steam',
    userAgent: 'test',
    address: '203.0.113.7',
    created: now - 1_000,
    seen: now - 1_000,
    expires: now - 1_000 + week,
  })
  expect(more).toEqual([])
})

test('J2 a user can end only their own sessions; another user’s session is not found', async () => {
  const other = await signIn(context, theirs)
  const mySecond = await beginAnotherSession(context, me)
  const { sessionId: id } = mySecond
  const foreign = await call(me, 'DELETE', `/api/account/sessions/${other.sessionId}`)
  expect([foreign.statusCode, foreign.json()]).toEqual([
    404,
    { error: 'There is no such session', code: 'session.not_found' },
  ])
  expect(await isSignedIn(other)).toBe(true)
  expect((await call(me, 'DELETE', `/api/account/sessions/${id}`)).statusCode).toBe(204)
  expect([await isSignedIn(mySecond), await isSignedIn(me)]).toEqual([false, true])
  expect((await call(me, 'DELETE', `/api/account/sessions/${id}`)).statusCode).toBe(404)
  expect((await audit()).map(({ action, detail }) => [action, detail])).toEqual([
    ['END-SESSION', { session: id }],
  ])
})

test('C16 logging out everywhere ends every session of that user and of no other user', async () => {
  const other = await signIn(context, theirs)
  const mySecond = await beginAnotherSession(context, me)
  expect((await call(me, 'POST', '/api/account/sessions/end-all')).json()).toEqual({ success: true })
  expect([await isSignedIn(me), await isSignedIn(mySecond), await isSignedIn(other)]).toEqual([
    false,
    false,
    true,
  ])
})

test('C16 a session that still owes its second factor logs out only itself', async () => {
  const due = await signIn(context, theirs, { secondFactor: 'due' })
  const alsoDue = await beginAnotherSession(context, due)
  expect((await call(due, 'GET', '/api/account/sessions')).json()).toMatchObject({
    code: 'session.second_factor_due',
  })
  const answer = await call(due, 'POST', '/api/account/sessions/end-all', {})
  expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
  expect([await isSignedIn(due), await isSignedIn(alsoDue)]).toEqual([false, true])
  expect((await audit()).map(({ action, detail }) => [action, detail])).toEqual([
    ['END-SESSION', { session: due.sessionId }],
  ])
})

test('C12 C15 a sign-out is written down with address and device, by its own player only; of a sign-in nothing is', async () => {
  const log = (steamId: string, action: string) =>
    app.inject({
      method: 'POST',
      url: '/api/auth/log',
      headers: { ...me.headers, 'user-agent': 'Browser\t/ 1' },
      remoteAddress: '203.0.113.99',
      payload: { steamId, action },
    })
  for (const action of ['LOGIN-EMAIL', 'LOGIN-STEAM']) {
    expect((await log(mine, action)).json()).toEqual({ success: true })
    expect((await log(theirs, action)).json()).toMatchObject({ code: 'session.foreign' })
  }
  expect((await log(theirs, 'LOGOUT')).json()).toMatchObject({ code: 'session.foreign' })
  expect((await log(mine, 'LOGIN-ADMIN')).statusCode).toBe(400)
  expect(await audit()).toEqual([])
  expect(await isSignedIn(me)).toBe(true)
  expect((await log(mine, 'LOGOUT')).json()).toEqual({ success: true })
  expect((await audit()).map(({ id: _id, ...line }) => line)).toEqual([
    {
      at: context.clock.now().getTime(),
      actor: mine,
      actorName: '#265729',
      action: 'LOGOUT',
      subject: mine,
      subjectName: '#265729',
      detail: {},
      refused: null,
      before: null,
      after: null,
      address: '203.0.113.99',
      userAgent: 'Browser/ 1',
    },
  ])
})

test('C15 LOGOUT ends the session it was written with, no other', async () => {
  const mySecond = await beginAnotherSession(context, me)
  expect((await call(me, 'POST', '/api/auth/log', { steamId: mine, action: 'LOGOUT' })).statusCode).toBe(200)
  expect([await isSignedIn(me), await isSignedIn(mySecond)]).toEqual([false, true])
  expect((await call(me, 'POST', '/api/auth/log', { steamId: mine, action: 'LOGOUT' })).statusCode).toBe(401)
  expect(await audit()).toHaveLength(1)
})

test('F7 a player’s highest group is public; the end of VIP is shown only to that player', async () => {
  const url = `/api/auth/vip-status/${mine}`
  const other = await signIn(context, theirs)
  const status = async (person: TestUser | null) => (await call(person, 'GET', url)).json<object>()
  expect(await status(null)).toEqual({ type: 'none', groups: [], expireDate: null })
  const expires = context.clock.now().getTime() + 60_000
  await grantGroup(context, { steamId: mine, group: 'vip', expires })
  await grantGroup(context, { steamId: mine, group: 'kol', expires: expires + 5 })
  expect(await status(me)).toMatchObject({ type: 'kol', groups: ['kol', 'vip'], expireDate: expires })
  expect(await status(null)).toEqual({ type: 'kol', groups: ['kol', 'vip'], expireDate: null })
  expect(await status(other)).toEqual({ type: 'kol', groups: ['kol', 'vip'], expireDate: null })
  expect(await status({ ...me, headers: { authorization: 'Bearer nonsense' } })).toMatchObject({
    expireDate: null,
  })
  context.clock.advance(60_000)
  expect(await status(me)).toEqual({ type: 'kol', groups: ['kol'], expireDate: null })
  await grantGroup(context, { steamId: mine, group: 'vip', expires: null })
  expect(await status(me)).toMatchObject({ groups: ['kol', 'vip'], expireDate: null })
  expect((await call(null, 'GET', '/api/auth/vip-status/1')).statusCode).toBe(400)
})
