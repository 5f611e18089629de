import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import argon2 from '@node-rs/argon2'
import { passwordResetLifetimeMs, passwordResetIntervalMs } from '@clutch/contract/limits.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { Jobs } from '../../../platform/jobs/index.ts'
import { readAuditEntries } from '../testing/audit-log-entries.ts'
import { verifyBindToken } from '../binding/bind-tokens.service.ts'
import {
  type EmailFixture,
  createEmailFixture,
  insertEmailAccount,
  newestResetToken,
  password,
  readQueuedMails,
  statuses,
} from '../email/testing/email-fixture.ts'
import { deleteExpiredEmailTokens } from '../cleanup.worker.ts'

const hashed = vi.spyOn(argon2, 'hash')
afterAll(() => hashed.mockRestore())

let portal: EmailFixture
beforeAll(async () => {
  portal = await createEmailFixture()
})
afterEach(() => portal.clear())
afterAll(() => portal.close())

const email = 'player+1@x.io'
const steamId = '76561197960265729'
const newPassword = 'another-horse-2'
const ask = (payload: object = { email }) => portal.post('reset-password', payload)
const confirm = (payload: object) => portal.post('reset-password/confirm', payload)
const login = (shown: string) => portal.post('login', { email, password: shown })
const mails = () => readQueuedMails(portal.context)
const resets = () => portal.context.database.selectFrom('password_resets').selectAll().execute()
const askedToken = async () => {
  expect((await ask()).statusCode).toBe(200)
  return newestResetToken(portal.context)
}
const expired = { error: 'Invalid or expired token', code: 'reset.expired' }

test('C8 the link in the mail sets another password, ends the sessions of the old one, and notifies the owner', async () => {
  const { context, app } = portal
  const userId = await insertEmailAccount(context, email, steamId)
  const session = (await login(password)).json<{ token: string }>().token
  const response = await ask({ email: 'Player+1@x.io', language: 'en' })
  expect(response.json()).toEqual({ success: true })
  expect(response.headers['cache-control']).toBe('no-store')
  const token = await newestResetToken(context)
  expect(token).toMatch(/^[\w-]{43}$/)
  const link = `https://portal.example/reset-password?token=${token}&email=player%2B1%40x.io&language=en`
  const until = new Date(context.clock.now().getTime() + passwordResetLifetimeMs).toISOString()
  expect(await mails()).toEqual([
    { to: email, language: 'en', content: { kind: 'password-reset', link }, until },
  ])
  expect(JSON.stringify(await resets())).not.toContain(token)
  expect((await confirm({ email, token, newPassword })).json()).toEqual({ success: true })
  expect(await app.sessionCheck.find(session)).toBeNull()
  expect(await mails()).toMatchObject([{}, { to: email, content: { kind: 'password-changed' } }])
  expect(await resets()).toEqual([])
  const lines = await context.database.selectFrom('audit_log').selectAll().execute()
  expect(lines).toMatchObject([
    { actor: steamId, action: 'LOGIN-EMAIL' },
    { actor: 'anyone', action: 'ASK-PASSWORD-RESET', subject: steamId, detail: {} },
    { actor: steamId, action: 'RESET-PASSWORD', subject: steamId },
  ])
  expect((await login(password)).statusCode).toBe(401)
  const fresh = (await login(newPassword)).json<{ token: string }>().token
  expect(await app.sessionCheck.find(fresh)).toMatchObject({ userId })
})

test('C8 a reset ends the bind tokens of the account too', async () => {
  const { context } = portal
  await insertEmailAccount(context, email)
  const bind = (await login(password)).json<{ token: string }>().token
  await verifyBindToken(context, context.database, bind)
  const token = await askedToken()
  await confirm({ email, token, newPassword })
  await expect(verifyBindToken(context, context.database, bind)).rejects.toThrow('Invalid or expired token')
})

test('C12 asking for a reset is written down once a link is sent, without the address it was sent to', async () => {
  const { context } = portal
  const userId = await insertEmailAccount(context, email)
  for (const _ of [1, 2]) await ask()
  await ask({ email: 'nobody@x.io' })
  const lines = await readAuditEntries(context, { limit: 9 })
  expect(lines).toMatchObject([
    { actor: 'anyone', action: 'ASK-PASSWORD-RESET', subject: userId, address: '203.0.113.7' },
  ])
  expect(JSON.stringify(lines)).not.toContain(email)
})

test('C8 C20 no password is hashed for a token that is not right', async () => {
  await insertEmailAccount(portal.context, email, steamId)
  await insertEmailAccount(portal.context, 'other@x.io')
  const token = await askedToken()
  hashed.mockClear()
  for (const shown of [{ token: `${token}A` }, { email: 'other@x.io' }, { email: 'nobody@x.io' }])
    expect((await confirm({ email, token, newPassword, ...shown })).json()).toEqual(expired)
  portal.context.clock.advance(passwordResetLifetimeMs)
  expect((await confirm({ email, token, newPassword })).json()).toEqual(expired)
  expect(hashed).not.toHaveBeenCalled()
  expect((await confirm({ email, token: await askedToken(), newPassword })).statusCode).toBe(200)
  expect(hashed).toHaveBeenCalledOnce()
})

test('C8 a common password, or one made of e-mail or name, is refused, and the link stays good', async () => {
  const userId = await insertEmailAccount(portal.context, email, steamId)
  const { database } = portal.context
  await database.updateTable('users').set({ username: 'NightOwl' }).where('id', '=', userId).execute()
  const token = await askedToken()
  for (const [bad, code] of [
    ['qwertyuiop', 'password.common'],
    ['player+1@x.io', 'password.personal'],
    ['nightowl42', 'password.personal'],
  ]) {
    const refused = await confirm({ email, token, newPassword: bad })
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([400, code])
  }
  expect((await confirm({ email, token: 'x'.repeat(43), newPassword: 'nightowl42' })).json()).toEqual(expired)
  expect((await confirm({ email, token, newPassword })).statusCode).toBe(200)
})

test('C8 an address without an account gets an error', async () => {
  const refused = await ask()
  expect(refused.statusCode).toBe(404)
  expect(refused.json()).toEqual({ error: 'This email is not registered', code: 'EMAIL_NOT_REGISTERED' })
  expect(await mails()).toEqual([])
})

test('C8 one link in five minutes; the one before stays valid until its own end, and using one ends all', async () => {
  await insertEmailAccount(portal.context, email, steamId)
  const first = await askedToken()
  portal.context.clock.advance(passwordResetIntervalMs - 1)
  const early = await ask()
  expect(early.statusCode).toBe(429)
  expect(early.json()).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  expect(await mails()).toHaveLength(1)
  portal.context.clock.advance(1)
  const second = await askedToken()
  portal.context.clock.advance(passwordResetLifetimeMs - passwordResetIntervalMs - 1)
  expect((await confirm({ email, token: first, newPassword })).statusCode).toBe(200)
  expect((await confirm({ email, token: second, newPassword: password })).json()).toEqual(expired)
  const third = await askedToken()
  portal.context.clock.advance(passwordResetIntervalMs)
  const fourth = await askedToken()
  portal.context.clock.advance(passwordResetLifetimeMs - passwordResetIntervalMs)
  expect((await confirm({ email, token: third, newPassword })).json()).toEqual(expired)
  expect((await confirm({ email, token: fourth, newPassword })).statusCode).toBe(200)
})

test('C8 of ten askings at once one sends a link', async () => {
  await insertEmailAccount(portal.context, email, steamId)
  const responses = await Promise.all(Array.from({ length: 10 }, () => ask()))
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await mails()).toHaveLength(1)
  expect(await resets()).toHaveLength(1)
})

test('C8 a wrong, foreign, odd, old or used token changes nothing', async () => {
  const { context, app } = portal
  await insertEmailAccount(context, email, steamId)
  await insertEmailAccount(context, 'other@x.io', '76561197960265730')
  const session = (await login(password)).json<{ token: string }>().token
  const token = await askedToken()
  const refused = async (shown: object) => {
    const answer = await confirm({ email, token, newPassword, ...shown })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual(expired)
  }
  await refused({ token: `${token}A` })
  await refused({ email: 'other@x.io' })
  await refused({ email: 'nobody@x.io' })
  await refused({ token: '\u0000\ud800' })
  context.clock.advance(passwordResetLifetimeMs)
  await refused({})
  expect(await app.sessionCheck.find(session)).not.toBeNull()
  expect((await login(password)).statusCode).toBe(200)
  const next = await askedToken()
  expect((await confirm({ email, token: next, newPassword })).statusCode).toBe(200)
  await refused({ token: next })
})

test('C8 of ten confirmations at once one sets the password', async () => {
  await insertEmailAccount(portal.context, email, steamId)
  const token = await askedToken()
  const set = await Promise.all(
    Array.from({ length: 10 }, (_, round) =>
      confirm({ email, token, newPassword: `another-horse-${round}` }),
    ),
  )
  const won = set.flatMap(({ statusCode }, round) => (statusCode === 200 ? [round] : []))
  expect(won).toHaveLength(1)
  expect((await login(`another-horse-${won[0]}`)).statusCode).toBe(200)
  expect((await mails()).filter(({ content }) => content.kind === 'password-changed')).toHaveLength(1)
})

test('C8 a sign-in by the old password that runs beside the reset leaves no session', async () => {
  await insertEmailAccount(portal.context, email, steamId)
  const token = await askedToken()
  const [, set] = await Promise.all([
    login(password),
    confirm({ email, token, newPassword }),
    login(password),
  ])
  expect(set.statusCode).toBe(200)
  expect(await portal.context.database.selectFrom('sessions').selectAll().execute()).toEqual([])
})

test('C8 a confirmation or a request whose mail cannot be queued changes nothing', async () => {
  class Broken extends Jobs {
    override enqueue(): Promise<void> {
      return Promise.reject(new Error('no outbox'))
    }
  }
  const { context } = portal
  await insertEmailAccount(context, email, steamId)
  const broken = await createEmailFixture({ ...context, jobs: new Broken(context.database, context.log) })
  expect((await broken.post('reset-password', { email })).statusCode).toBe(500)
  const token = await askedToken()
  expect((await broken.post('reset-password/confirm', { email, token, newPassword })).statusCode).toBe(500)
  expect((await login(password)).statusCode).toBe(200)
  expect((await confirm({ email, token, newPassword })).statusCode).toBe(200)
  await broken.close()
})

test('C8 where no mail can be sent any more, a link that was sent still sets the password', async () => {
  const { context } = portal
  await insertEmailAccount(context, email, steamId)
  const token = await askedToken()
  const config = readConfig({ CLUTCH_ENV: 'development', CLUTCH_PORT: '0' })
  const silent = await createEmailFixture({ ...context, config })
  const set = await silent.post('reset-password/confirm', { email, token, newPassword })
  expect(set.statusCode).toBe(200)
  expect(await mails()).toHaveLength(1)
  await silent.app.close()
})

test.each(['short12', 'with space 1', 'pässword1', 'a'.repeat(129)])(
  'C8 the new password %j is refused by the one rule, and the token stays valid',
  async (bad) => {
    await insertEmailAccount(portal.context, email, steamId)
    const token = await askedToken()
    const refused = await confirm({ email, token, newPassword: bad })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ code: 'request.invalid' })
    expect(await resets()).toHaveLength(1)
  },
)

test('C20 ten confirmations of one account are accepted from one address; its owner can still confirm from elsewhere', async () => {
  await insertEmailAccount(portal.context, email, steamId)
  const token = await askedToken()
  const guess = (address: string, shown = 'guess') =>
    portal.post('reset-password/confirm', { email, token: shown, newPassword }, { address })
  const tried = await Promise.all(Array.from({ length: 11 }, () => guess('198.51.100.1')))
  expect(statuses(tried)).toEqual({ 400: 10, 429: 1 })
  const more = await Promise.all(Array.from({ length: 60 }, (_, round) => guess(`198.51.101.${round}`)))
  expect(statuses(more)).toEqual({ 400: 60 })
  expect((await guess('198.51.100.1', token)).statusCode).toBe(429)
  expect((await guess('198.51.100.2', token)).statusCode).toBe(200)
})

test('C20 thirty confirmations are accepted from one address, for all accounts together', async () => {
  const tried = await Promise.all(
    Array.from({ length: 31 }, (_, round) =>
      confirm({ email: `p${round}@x.io`, token: 'guess', newPassword }),
    ),
  )
  expect(statuses(tried)).toEqual({ 400: 30, 429: 1 })
})

test('C8 links that have ended are forgotten, and no others', async () => {
  await insertEmailAccount(portal.context, email, steamId)
  await askedToken()
  const { database, clock } = portal.context
  clock.advance(passwordResetLifetimeMs - 1)
  await deleteExpiredEmailTokens(database, clock.now())
  expect(await resets()).toHaveLength(1)
  clock.advance(1)
  await deleteExpiredEmailTokens(database, clock.now())
  expect(await resets()).toEqual([])
})
