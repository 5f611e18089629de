import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { App } from '../../../platform/http/app.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { readAuditEntries } from '../testing/audit-log-entries.ts'
import { hashPassword, passwordMatches } from './password-hash.ts'
import { createAccountsApp } from '../testing/accounts-app.ts'
import { type TestUser, beginAnotherSession, signIn } from '../testing/test-users.ts'
import { hashToken } from '../../../platform/keys/tokens.ts'
import { selectUser, updateUser } from '../users/users.store.ts'

const oldPassword = 'marker-Old-1'
const newPassword = 'marker-New-2'

let context: TestContext
let app: App
let me: TestUser
async function open(environment: Record<string, string>) {
  const config = readConfig({ CLUTCH_ENV: 'development', CLUTCH_PORT: '0', ...environment })
  context = await createTestContext({ config })
  app = await createAccountsApp(context)
  me = await signIn(context, '76561197960265729', { method: 'email' })
  const hash = await hashPassword(oldPassword)
  await updateUser(context.database, me.userId, { email: 'me@mail.example', password_hash: hash })
}
beforeEach(() => open({}))
afterEach(async () => {
  await app.close()
  await context.destroy()
})

const change = (person: TestUser, payload: object = { oldPassword, newPassword }) =>
  app.inject({ method: 'POST', url: '/api/account/password', headers: person.headers, payload })
const matches = async (password: string) =>
  passwordMatches((await selectUser(context.database, me.userId))?.password_hash ?? null, password)
const isSignedIn = async ({ headers }: TestUser) =>
  (await app.inject({ url: '/api/account', headers })).statusCode === 200

test('J2 the password changes by the old one and ends the other sessions, not this one', async () => {
  const other = await beginAnotherSession(context, me)
  const reset = { hash: hashToken('reset'), user_id: me.userId, expires_at: context.clock.now() }
  await context.database.insertInto('password_resets').values(reset).execute()
  expect((await change(me)).json()).toEqual({ success: true })
  expect([await matches(newPassword), await matches(oldPassword)]).toEqual([true, false])
  expect([await isSignedIn(me), await isSignedIn(other)]).toEqual([true, false])
  expect(await context.database.selectFrom('password_resets').selectAll().execute()).toEqual([])
  const lines = await readAuditEntries(context, { limit: 50 })
  expect(lines.map(({ action, actor }) => [action, actor])).toEqual([['CHANGE-PASSWORD', me.steamId]])
  expect(JSON.stringify(lines)).not.toMatch(/marker|mail\.example/)
})

test('J2 a wrong old password changes nothing and ends no session', async () => {
  const other = await beginAnotherSession(context, me)
  const answer = await change(me, { oldPassword: newPassword, newPassword })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'password.wrong' })
  expect([await matches(oldPassword), await isSignedIn(other)]).toEqual([true, true])
})

test('J2 an account without a password has no old one to enter', async () => {
  const steamOnly = await signIn(context, '76561197960265730')
  for (const guess of ['no user has this password', oldPassword])
    expect((await change(steamOnly, { oldPassword: guess, newPassword })).json()).toMatchObject({
      code: 'password.wrong',
    })
  expect(await selectUser(context.database, steamOnly.userId)).toMatchObject({ password_hash: null })
})

test.each([
  ['password1', 'password.common'],
  ['me@mail.example', 'password.personal'],
])('C8 the new password %s is refused as %s', async (bad, code) => {
  const answer = await change(me, { oldPassword, newPassword: bad })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, code])
  expect(await matches(oldPassword)).toBe(true)
})

test.each(['Short-1', 'pass wörd 1', 'x'.repeat(129)])('C8 the new password %j is refused', async (weak) => {
  const answer = await change(me, { oldPassword, newPassword: weak })
  expect(answer.json()).toMatchObject({ code: 'request.invalid' })
  expect(await matches(oldPassword)).toBe(true)
})

test('J2 of many changes at once one counts', async () => {
  const fresh = [3, 4, 5, 6].map((end) => `marker-New-${end}`)
  const answers = await Promise.all(
    fresh.map((password) => change(me, { oldPassword, newPassword: password })),
  )
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)
  expect(statuses).toEqual([200, 400, 400, 400])
})

test('C20 guessing the old password ends after ten tries', async () => {
  const answers = await Promise.all(
    Array.from({ length: 11 }, () => change(me, { oldPassword: 'guess', newPassword })),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
  expect((await change(me)).json()).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
})

test('J2 the owner of the address is notified, where mail can be sent', async () => {
  await app.close()
  await context.destroy()
  await open({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'portal@mail.example' })
  await change(me, { oldPassword, newPassword, language: 'en' })
  const mails: unknown[] = []
  await context.jobs.work('mail', ({ sealed }) => {
    mails.push(JSON.parse(context.keys.open(sealed, 'mail')))
    return Promise.resolve()
  })
  await vi.waitUntil(() => mails.length > 0, { timeout: 10_000 })
  const until = new Date(context.clock.now().getTime() + 24 * 3_600_000).toISOString()
  expect(mails).toEqual([
    { to: 'me@mail.example', language: 'en', content: { kind: 'password-changed' }, until },
  ])
})
