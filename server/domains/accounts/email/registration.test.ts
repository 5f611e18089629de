import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import argon2 from '@node-rs/argon2'
import { emailCodeLifetimeMs, emailResendDelayMs } from '@clutch/contract/limits.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { Jobs } from '../../../platform/jobs/index.ts'
import { verifyBindToken } from '../binding/bind-tokens.service.ts'
import { consumeRateLimit } from '../rate-limits/rate-limits.service.ts'
import {
  type EmailFixture,
  createEmailFixture,
  differentCode,
  newestCode,
  password,
  readQueuedMails,
  statuses,
} from './testing/email-fixture.ts'
import { deleteExpiredEmailTokens } from '../cleanup.worker.ts'

const hashed = vi.spyOn(argon2, 'hash')
afterAll(() => hashed.mockRestore())

let portal: EmailFixture
beforeAll(async () => {
  portal = await createEmailFixture()
})
afterEach(() => portal.clear())
afterAll(() => portal.close())

const email = 'player@x.io'
const post: EmailFixture['post'] = (...args) => portal.post(...args)
const mails = () => readQueuedMails(portal.context)
const users = () => portal.context.database.selectFrom('users').selectAll().execute()
const codes = () => portal.context.database.selectFrom('email_codes').selectAll().execute()
const exists = async (address: string) => (await post('check', { email: address })).json<unknown>()
const sentCode = async () => {
  expect((await post('send-code', { email })).statusCode).toBe(200)
  return newestCode(portal.context)
}
const limited = { error: 'Too many requests, please try again later', code: 'RATE_LIMIT_EXCEEDED' }
const wrong = { error: 'The code is wrong or has expired', code: 'code.wrong' }

test('C6 a code proves the address, and registering answers a bind token that is no session', async () => {
  expect(await exists(email)).toEqual({ exists: false })
  const sent = await post('send-code', { email: ' Player@X.io', language: 'en' })
  expect(sent.json()).toEqual({ success: true })
  expect(sent.headers['cache-control']).toBe('no-store')
  const code = await newestCode(portal.context)
  const until = new Date(portal.context.clock.now().getTime() + emailCodeLifetimeMs).toISOString()
  expect(await mails()).toEqual([{ to: email, language: 'en', content: { kind: 'email-code', code }, until }])
  const response = await post('register', { email, password, code, language: 'en' })
  expect(response.statusCode).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  const { token } = response.json<{ token: string }>()
  const [user, ...others] = await users()
  expect(others).toEqual([])
  expect(user).toMatchObject({ email, steam_id: null, username: null, language: 'en' })
  expect(user?.password_hash).toMatch(/^\$argon2id\$/)
  const { context, app } = portal
  expect(await verifyBindToken(context, context.database, token)).toMatchObject({
    userId: user?.id,
    steamId: null,
  })
  expect(await app.sessionCheck.find(token)).toBeNull()
  expect(await exists('PLAYER@x.io ')).toEqual({ exists: true })
})

test('C6 the language of a mail is Chinese where none is asked for', async () => {
  await post('send-code', { email })
  expect(await mails()).toMatchObject([{ language: 'zh' }])
})

test('C6 an address that is registered gets no code', async () => {
  await post('register', { email, password, code: await sentCode() })
  portal.context.clock.advance(emailResendDelayMs)
  const refused = await post('send-code', { email })
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toEqual({ error: 'Email already registered', code: 'email.already_registered' })
  expect(await mails()).toHaveLength(1)
})

test('C6 another code is sent after a minute and not a moment earlier, and ends the one before', async () => {
  const first = await sentCode()
  portal.context.clock.advance(emailResendDelayMs - 1)
  const early = await post('send-code', { email })
  expect(early.statusCode).toBe(429)
  expect(early.json()).toEqual(limited)
  expect(await mails()).toHaveLength(1)
  portal.context.clock.advance(1)
  const second = await sentCode()
  if (first !== second)
    expect((await post('register', { email, password, code: first })).json()).toEqual(wrong)
  expect((await post('register', { email, password, code: second })).statusCode).toBe(200)
})

test('C6 a wrong, old, foreign or missing code makes no account; five wrong ones end it', async () => {
  const code = await sentCode()
  const other = { email: 'other@x.io', password, code }
  expect((await post('register', other)).json()).toEqual(wrong)
  const refused = await post('register', { email, password, code: differentCode(code) })
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toEqual(wrong)
  for (let tries = 2; tries <= 5; tries += 1)
    await post('register', { email, password, code: differentCode(code) })
  expect((await post('register', { email, password, code })).json()).toEqual(wrong)
  portal.context.clock.advance(emailResendDelayMs)
  const next = await sentCode()
  portal.context.clock.advance(emailCodeLifetimeMs)
  expect((await post('register', { email, password, code: next })).json()).toEqual(wrong)
  expect(await users()).toEqual([])
})

test('C6 of ten registrations at once with one code, one makes the account', async () => {
  const code = await sentCode()
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => post('register', { email, password, code })),
  )
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await users()).toHaveLength(1)
  expect(await portal.context.database.selectFrom('bind_tokens').selectAll().execute()).toHaveLength(1)
})

test('C6 a code whose mail cannot be queued is not created, so another can be requested at once', async () => {
  class Broken extends Jobs {
    override enqueue(): Promise<void> {
      return Promise.reject(new Error('no outbox'))
    }
  }
  const { context } = portal
  const jobs = new Broken(context.database, context.log)
  const broken = await createEmailFixture({ ...context, jobs })
  expect((await broken.post('send-code', { email })).statusCode).toBe(500)
  expect(await codes()).toEqual([])
  const tries = context.database.selectFrom('rate_limits').selectAll().where('name', '=', 'send-code account')
  expect(await tries.execute()).toEqual([])
  await sentCode()
  expect(await tries.execute()).toHaveLength(1)
  await broken.close()
})

test('C6 a code survives a registration that fails after it was used', async () => {
  const code = await sentCode()
  const { database } = portal.context
  await database.schema.alterTable('bind_tokens').renameTo('gone').execute()
  expect((await post('register', { email, password, code })).statusCode).toBe(500)
  await database.schema.alterTable('gone').renameTo('bind_tokens').execute()
  expect(await users()).toEqual([])
  expect((await post('register', { email, password, code })).statusCode).toBe(200)
})

test('C6 without a mail server no code is sent', async () => {
  const config = readConfig({ CLUTCH_ENV: 'development', CLUTCH_PORT: '0' })
  const silent = await createEmailFixture({ ...portal.context, config })
  const off = { code: 'email.off' }
  for (const path of ['send-code', 'reset-password']) {
    const refused = await silent.post(path, { email })
    expect(refused.statusCode).toBe(424)
    expect(refused.json()).toMatchObject(off)
  }
  expect(await codes()).toEqual([])
  await silent.close()
})

test.each<[unknown, string]>([
  ['short12', 'too short'],
  ['with space 1', 'a space'],
  ['pässword1', 'beyond ASCII'],
  ['密码密码密码密码', 'beyond ASCII'],
  ['tab\tinside1', 'a control character'],
  ['nul\u0000inside1', 'NUL'],
  ['a'.repeat(129), 'too long'],
  [12_345_678, 'no text'],
])('C7 C8 the password %j is refused: %s', async (bad) => {
  const code = await sentCode()
  const refused = await post('register', { email, password: bad, code })
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toMatchObject({ code: 'request.invalid' })
  expect(await codes()).toMatchObject([{ wrong_tries: 0 }])
})

test.each([
  ['password', 'password.common'],
  ['player1x.io', 'password.personal'],
])('C8 the password %s is refused as %s, and the code stays good', async (bad, reason) => {
  const code = await sentCode()
  const refused = await post('register', { email: 'player+1@x.io', password: bad, code })
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([400, reason])
  expect((await post('register', { email, password, code })).statusCode).toBe(200)
})

test('C6 C20 no password is hashed for a wrong code, and a wrong code counts once', async () => {
  const code = await sentCode()
  hashed.mockClear()
  for (let tries = 1; tries <= 2; tries += 1) {
    expect((await post('register', { email, password, code: differentCode(code) })).json()).toEqual(wrong)
    expect(await codes()).toMatchObject([{ wrong_tries: tries }])
  }
  await post('register', { email: 'nobody@x.io', password, code })
  expect(hashed).not.toHaveBeenCalled()
  expect((await post('register', { email, password, code })).statusCode).toBe(200)
  expect(hashed).toHaveBeenCalledOnce()
})

test('C20 five mails an hour go to one address, whichever address asks through whichever process', async () => {
  const second = await createEmailFixture({ ...portal.context, jobs: portal.context.jobs })
  let round = 0
  const ask = () => {
    const address = `198.51.100.${(round += 1)}`
    return (round % 2 === 0 ? portal : second).post('send-code', { email }, { address })
  }
  for (let sent = 0; sent < 5; sent += 1) {
    // At once: one sends the mail, and only that takes a try.
    const responses = await Promise.all(Array.from({ length: 4 }, ask))
    expect(statuses(responses)).toEqual({ 200: 1, 429: 3 })
    portal.context.clock.advance(emailResendDelayMs)
  }
  const before = await codes()
  const refused = await ask()
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toEqual(limited)
  expect(await mails()).toHaveLength(5)
  expect(await codes()).toEqual(before)
  portal.context.clock.advance(12 * 60_000 - 5 * emailResendDelayMs)
  expect((await ask()).statusCode).toBe(200)
  await second.app.close()
})

test('C20 asking about a registered address takes none of its tries', async () => {
  await post('register', { email, password, code: await sentCode() })
  for (let round = 0; round < 6; round += 1) expect((await post('send-code', { email })).statusCode).toBe(409)
  await portal.context.database.deleteFrom('users').execute()
  for (let sent = 0; sent < 4; sent += 1) {
    portal.context.clock.advance(emailResendDelayMs)
    await sentCode()
  }
})

test('C20 ten registrations of one e-mail are accepted from one address; its owner can still register from elsewhere', async () => {
  const guess = { email, password, code: '123456' }
  const tried = await Promise.all(
    Array.from({ length: 11 }, () => post('register', guess, { address: '198.51.100.1' })),
  )
  expect(statuses(tried)).toEqual({ 400: 10, 429: 1 })
  const code = await sentCode()
  const mine = await post('register', { email, password, code }, { address: '198.51.100.2' })
  expect(mine.statusCode).toBe(200)
})

test('C20 sixty registrations of one e-mail are accepted from all addresses together', async () => {
  for (let round = 0; round < 60; round += 1)
    await consumeRateLimit(portal.context, 'register account', email)
  expect((await post('register', { email, password, code: '123456' })).statusCode).toBe(429)
})

test('C20 one network address asks about sixty e-mail addresses an hour, through any process', async () => {
  const second = await createEmailFixture({ ...portal.context, jobs: portal.context.jobs })
  const ask = (round: number, address?: string) =>
    (round % 2 === 0 ? portal : second).post('check', { email: `p${round}@x.io` }, address ? { address } : {})
  const responses = await Promise.all(Array.from({ length: 70 }, (_, round) => ask(round)))
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(60)
  expect((await ask(1)).json()).toEqual(limited)
  expect((await ask(1, '198.51.100.9')).statusCode).toBe(200)
  await second.app.close()
})

test('C6 C8 only expired codes and resets are deleted', async () => {
  await sentCode()
  const { database, clock } = portal.context
  await deleteExpiredEmailTokens(database, clock.now())
  expect(await codes()).toHaveLength(1)
  clock.advance(emailCodeLifetimeMs)
  await deleteExpiredEmailTokens(database, clock.now())
  expect(await codes()).toEqual([])
})
