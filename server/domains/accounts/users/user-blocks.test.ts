import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import { waitForBlockedQueries } from '../../../testing/blocked-queries.ts'
import { createBindToken, signProvenBindToken, verifyBindToken } from '../binding/bind-tokens.service.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { createLinkTicket, createTicket } from '../steam/tickets.service.ts'
import { createAccountsApp } from '../testing/accounts-app.ts'
import { type TestUser, beginAnotherSession, signIn } from '../testing/test-users.ts'
import { readAuditEntries } from '../testing/audit-log-entries.ts'
import { clearAccounts } from '../testing/clear-accounts.ts'
import { generateToken } from '../../../platform/keys/tokens.ts'
import { deleteUser, insertUser, updateUser } from './users.store.ts'

const mine = '76561197960265729'
const theirs = '76561197960265730'
const email = 'ann@mail.example'
const password = 'right-horse-battery'

let context: TestContext
let app: App
let ann: TestUser
beforeAll(async () => {
  context = await createTestContext()
  app = await createAccountsApp(context)
})
beforeEach(async () => {
  await clearAccounts(context)
  ann = await signIn(context, mine)
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const block = (id: string, payload: object, headers: object = asOperator) =>
  app.inject({ method: 'PUT', url: `/api/operator/users/${id}/block`, headers: { ...headers }, payload })
const unblock = (id: string) =>
  app.inject({ method: 'DELETE', url: `/api/operator/users/${id}/block`, headers: asOperator })
const post = (url: string, bearer: string, payload: object = {}, cookie = '') =>
  app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${bearer}`, cookie }, payload })

/** The ways in, each by what a player brings. */
const ways: Record<string, () => Promise<{ statusCode: number; json: () => unknown }>> = {
  Steam: async () => {
    const browser = generateToken()
    const ticket = await createTicket(context, { steamId: mine, provider: null }, browser)
    return post('/api/auth/steam/token', ticket, { steamId: mine }, `clutch-signin=${browser}`)
  },
  'e-mail': async () => {
    await updateUser(context.database, ann.userId, { email, password_hash: await hashPassword(password) })
    return app.inject({ method: 'POST', url: '/api/auth/email/login', payload: { email, password } })
  },
  'an operator’s link': async () => {
    await app.inject({ method: 'PUT', url: `/api/operator/ops/${mine}`, headers: asOperator })
    return post('/api/auth/link', (await createLinkTicket(context, mine)).token)
  },
  'binding an e-mail to it': async () => {
    const { database, clock } = context
    const id = '019a0000-0000-7000-8000-000000000001'
    const other = 'other@mail.example'
    const row = { id, email: other, password_hash: await hashPassword(password), created_at: clock.now() }
    await insertUser(database, row)
    const bind = await verifyBindToken(context, database, await createBindToken(context, database, id))
    const bearer = await signProvenBindToken(context, bind, mine)
    return post('/api/auth/email/bind-steam', bearer, { email: other, steamId: mine })
  },
}

test.each(Object.keys(ways))('C16 a blocked user cannot sign in by %s, and gets the reason', async (way) => {
  const expires = context.clock.now().getTime() + 60_000
  await block(mine, { reason: '使用外挂 <b>', expires })
  const refused = await ways[way]?.()
  expect(refused?.statusCode).toBe(403)
  expect(refused?.json()).toEqual({
    error: 'This account is blocked',
    code: 'user.blocked',
    about: { reason: '使用外挂 <b>', expires },
  })
  expect(await context.database.selectFrom('sessions').select('id').execute()).toEqual([])
})

test.each(Object.keys(ways))('C16 when the time of a block is over, %s signs in again', async (way) => {
  await block(mine, { reason: 'cheating', expires: context.clock.now().getTime() + 60_000 })
  context.clock.advance(60_000)
  expect((await ways[way]?.())?.statusCode).toBe(200)
})

test('C16 a block ends the existing sessions and their access, and unblocking allows sign-in again', async () => {
  const elsewhere = await beginAnotherSession(context, ann, 'email')
  const bob = await signIn(context, theirs)
  expect((await block(ann.userId, { reason: 'cheating' })).json()).toMatchObject({ expires: null })
  const account = async ({ headers }: TestUser) =>
    (await app.inject({ url: '/api/account', headers })).statusCode
  expect([await account(ann), await account(elsewhere), await account(bob)]).toEqual([401, 401, 200])
  await expect(beginAnotherSession(context, ann)).rejects.toMatchObject({ code: 'user.blocked' })
  expect((await unblock(mine)).statusCode).toBe(204)
  expect((await unblock(mine)).statusCode).toBe(204)
  expect(await account(await beginAnotherSession(context, ann))).toBe(200)
})

test('C16 of a session that begins while its user is being blocked, none is left', async () => {
  const attempts = Array.from({ length: 8 }, () => beginAnotherSession(context, ann).catch(() => null))
  await Promise.all([...attempts, block(mine, { reason: 'cheating' })])
  expect(await context.database.selectFrom('sessions').select('id').execute()).toEqual([])
})

test('C5, C16 an e-mail account without a SteamID can be blocked too; a wrong password does not reveal it', async () => {
  const id = '019a0000-0000-7000-8000-000000000002'
  const row = { id, email, password_hash: await hashPassword(password), created_at: context.clock.now() }
  await insertUser(context.database, row)
  const started = await createBindToken(context, context.database, id)
  await block(id, { reason: 'spam' })
  await expect(verifyBindToken(context, context.database, started)).rejects.toMatchObject({
    code: 'bind.invalid_token',
  })
  const logIn = async (shown: string) =>
    (
      await app.inject({ method: 'POST', url: '/api/auth/email/login', payload: { email, password: shown } })
    ).json<{ code: string }>().code
  expect(await logIn(password)).toBe('user.blocked')
  expect(await logIn('wrong')).toBe('login.wrong')
})

test.each(['block', 'sessions'])(
  'C10 C16 %s of an account that is merged into another concurrently is not found',
  async (what) => {
    const { acting } = await context.database.transaction().execute(async (tx) => {
      await deleteUser(tx, ann.userId)
      const act =
        what === 'block'
          ? block(ann.userId, { reason: 'cheating' })
          : app.inject({
              method: 'DELETE',
              url: `/api/operator/users/${ann.userId}/sessions`,
              headers: asOperator,
            })
      await waitForBlockedQueries(context, 1)
      return { acting: act }
    })
    const answer = await acting
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'user.not_found' }])
  },
)

test('C12 an operator does not block themselves, nor take themselves out of op', async () => {
  const op = await signIn(context, theirs, { groups: ['op'], secondFactor: 'shown' })
  const refused = { code: 'user.own_account' }
  expect((await block(theirs, { reason: 'me' }, op.headers)).json()).toMatchObject(refused)
  for (const url of [`/api/operator/ops/${theirs}`, `/api/operator/memberships/${theirs}/op`])
    expect((await app.inject({ method: 'DELETE', url, headers: op.headers })).json()).toMatchObject(refused)
  expect((await block(mine, { reason: 'cheating' }, op.headers)).json()).toMatchObject({ by: theirs })
  expect((await block(theirs, { reason: 'left the team' })).statusCode).toBe(200)
})

test('C12 the audit log has a block with its reason and end, before and after', async () => {
  const since = context.clock.now().getTime()
  const expires = since + 1_000
  await block(ann.userId, { reason: 'one', expires })
  await block(ann.userId, { reason: 'two', expires })
  await unblock(ann.userId)
  const lines = await readAuditEntries(context, { subject: mine, limit: 3 })
  expect(lines.map(({ before, after }) => ({ before, after }))).toEqual([
    { before: { reason: 'two', expires, since, by: 'operator' }, after: null },
    { before: { reason: 'one' }, after: { reason: 'two' } },
    { before: null, after: { reason: 'one', expires, since, by: 'operator' } },
  ])
})

test.each([{}, { reason: '' }, { reason: '  ' }, { reason: 'x', expires: 1.5 }, { reason: '\u0000' }])(
  'C16 a block with %j is refused',
  async (payload) => {
    expect((await block(mine, payload)).statusCode).toBe(400)
    expect((await app.inject({ url: '/api/account', headers: ann.headers })).statusCode).toBe(200)
  },
)
