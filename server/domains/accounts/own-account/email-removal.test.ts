import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recentSignInMs } from '@clutch/contract/limits.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { readAuditEntries } from '../testing/audit-log-entries.ts'
import { createBindToken } from '../binding/bind-tokens.service.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { createAccountsApp } from '../testing/accounts-app.ts'
import { type TestUser, beginAnotherSession, signIn } from '../testing/test-users.ts'
import { generateTotpCode } from '../testing/authenticator.ts'
import { clearAccounts } from '../testing/clear-accounts.ts'
import { hashToken } from '../../../platform/keys/tokens.ts'
import { updateUser } from '../users/users.store.ts'

const mine = '76561197960265729'
const email = 'stranger@mail.example'
const password = 'marker-Password-1'
const passwordHash = hashPassword(password)

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
  await bindEmail()
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const bindEmail = async () =>
  updateUser(context.database, me.userId, { email, password_hash: await passwordHash })
const remove = ({ headers }: TestUser) => app.inject({ method: 'DELETE', url: '/api/account/email', headers })
const removals = () => readAuditEntries(context, { limit: 50, action: 'REMOVE-EMAIL' })
const logIn = (shown = password) =>
  app.inject({ method: 'POST', url: '/api/auth/email/login', payload: { email, password: shown } })
const isSignedIn = async (token: string) =>
  (await app.inject({ url: '/api/account', headers: { authorization: `Bearer ${token}` } })).statusCode ===
  200

test('J2 a user who has just signed in with Steam removes e-mail and password; the sessions begun with them end', async () => {
  const { token: theirs } = (await logIn()).json<{ token: string }>()
  const link = await beginAnotherSession(context, me, 'link')
  const expires_at = new Date(context.clock.now().getTime() + recentSignInMs)
  const reset = { hash: hashToken('reset'), user_id: me.userId, expires_at }
  await context.database.insertInto('password_resets').values(reset).execute()
  await createBindToken(context, context.database, me.userId)
  expect(await isSignedIn(theirs)).toBe(true)

  const answer = await remove(me)
  expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([204, '', 'no-store'])
  expect([await isSignedIn(theirs), await isSignedIn(link.token), await isSignedIn(me.token)]).toEqual([
    false,
    true,
    true,
  ])
  expect((await logIn()).statusCode).toBe(401)
  const account = await app.inject({ url: '/api/account', headers: me.headers })
  expect(account.json()).toMatchObject({ steamId: mine, email: null })
  for (const table of ['password_resets', 'bind_tokens'] as const)
    expect(await context.database.selectFrom(table).selectAll().execute()).toEqual([])
  const lines = await removals()
  expect(lines).toMatchObject([{ actor: mine, subject: mine }])
  expect(JSON.stringify(lines)).not.toMatch(/marker|mail\.example/)
})

test('J2 a session of an e-mail, or one that is not fresh, removes nothing', async () => {
  const { token } = (await logIn()).json<{ token: string }>()
  const byLink = await beginAnotherSession(context, me, 'link')
  const refused = [403, { error: 'Please sign in with Steam again first', code: 'session.sign_in_again' }]
  const byEmail = await remove({ ...me, headers: { authorization: `Bearer ${token}` } })
  expect([byEmail.statusCode, byEmail.json()]).toEqual(refused)
  context.clock.advance(recentSignInMs)
  for (const person of [me, byLink]) {
    const answer = await remove(person)
    expect([answer.statusCode, answer.json()]).toEqual(refused)
  }
  expect((await logIn()).statusCode).toBe(200)
  expect(await removals()).toEqual([])
  const later = await beginAnotherSession(context, me, 'link')
  context.clock.advance(recentSignInMs - 1)
  expect((await remove(later)).statusCode).toBe(204)
})

test('J2 without an e-mail there is nothing to remove; of many at once one does', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => remove(me)))
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)
  expect(statuses).toEqual([204, 409, 409, 409, 409])
  expect((await remove(me)).json()).toMatchObject({ code: 'email.none' })
  expect(await removals()).toHaveLength(1)
})

test('J2 signing in by e-mail while it is removed leaves no session behind', async () => {
  const [removed, signedIn] = await Promise.all([remove(me), logIn()])
  expect(removed.statusCode).toBe(204)
  const { token = '' } = signedIn.json<{ token?: string }>()
  expect(await isSignedIn(token)).toBe(false)
})

test('J2 removing it while the second factor is turned on does not deadlock', async () => {
  for (let round = 0; round < 25; round += 1) {
    await bindEmail()
    await beginAnotherSession(context, me, 'email')
    const started = await app.inject({
      method: 'POST',
      url: '/api/account/second-factor',
      headers: me.headers,
    })
    const answers = await Promise.all([
      app.inject({
        method: 'POST',
        url: '/api/account/second-factor/confirm',
        headers: me.headers,
        payload: { code: generateTotpCode(context, started.json<{ secret: string }>().secret) },
      }),
      remove(me),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 204])
    await clearAccounts(context)
    me = await signIn(context, mine)
  }
})
