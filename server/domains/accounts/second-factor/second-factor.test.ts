import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { propertyRuns } from '@clutch/tools/testing/test-options.ts'
import { recentSignInMs } from '@clutch/contract/limits.ts'
import type { App } from '../../../platform/http/app.ts'
import { KeyRing, makeSecretKey } from '../../../platform/keys/keys.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import { readAuditEntries } from '../testing/audit-log-entries.ts'
import { grantGroup } from '../groups/groups.service.ts'
import { createAccountsApp } from '../testing/accounts-app.ts'
import { type TestUser, beginAnotherSession, signIn } from '../testing/test-users.ts'
import { mailConfig, readQueuedMails } from '../email/testing/email-fixture.ts'
import { generateTotpCode } from '../testing/authenticator.ts'
import { clearAccounts } from '../testing/clear-accounts.ts'

const mine = '76561197960265729'
const minute = 60_000

let context: TestContext
let app: App
let me: TestUser
beforeAll(async () => {
  context = await createTestContext({ config: mailConfig })
  app = await createAccountsApp(context)
})
beforeEach(async () => {
  await clearAccounts(context)
  await sql`delete from pgboss.job where name = 'mail'`.execute(context.database)
  me = await signIn(context, mine)
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const post = (person: TestUser, url: string, payload?: object) =>
  app.inject({ method: 'POST', url, headers: person.headers, ...(payload && { payload }) })
const begin = async () =>
  (await post(me, '/api/account/second-factor')).json<{ secret: string; uri: string }>()
const confirm = (code: string) => post(me, '/api/account/second-factor/confirm', { code })
const show = (person: TestUser, code: string, remoteAddress = '127.0.0.1') =>
  app.inject({
    method: 'POST',
    url: '/api/auth/second-factor',
    headers: person.headers,
    payload: { code },
    remoteAddress,
  })
/** Returns the contents of the mails about the second factor, in their order. */
const readEvents = async () =>
  (await readQueuedMails(context)).map(({ content }) =>
    content.kind === 'second-factor' ? content.news : '',
  )
const account = async (person: TestUser) =>
  (await app.inject({ url: '/api/account', headers: person.headers })).json<{ secondFactor: object }>()
const audit = async () =>
  (await readAuditEntries(context, { limit: 50 })).map(({ action }) => action).toReversed()
const answerOf = (answer: { statusCode: number; json: <T>() => T }) => [
  answer.statusCode,
  answer.json<{ code: string }>().code,
]

/** Turns the second factor on; the clock is then in the next period. */
async function turnOn(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await begin()
  const answer = await confirm(generateTotpCode(context, secret))
  context.clock.advance(30_000)
  return { secret, ...answer.json<{ recoveryCodes: string[] }>() }
}

/** The next session of the same player, which owes its second factor. */
const next = () => beginAnotherSession(context, me)

test('a secret is made for an authenticator: 160 bits, named for community and player', async () => {
  const { secret, uri } = await begin()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toBe(
    `otpauth://totp/CLUTCH:%23265729?issuer=CLUTCH&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  )
  const stored = await context.database.selectFrom('second_factors').selectAll().executeTakeFirst()
  expect(stored?.secret).not.toContain(secret)
  expect(await account(me)).toMatchObject({ secondFactor: { on: false, shown: false } })
})

test('the first code turns it on: this session has shown it, the others end, ten recovery codes are answered', async () => {
  const other = await next()
  const { secret } = await begin()
  const answer = await confirm(generateTotpCode(context, secret))
  expect(answer.headers['cache-control']).toBe('no-store')
  const { recoveryCodes } = answer.json<{ recoveryCodes: string[] }>()
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^[a-z0-9]{5}-[a-z0-9]{5}$/)
  expect(await account(me)).toMatchObject({ secondFactor: { on: true, shown: true, recoveryCodes: 10 } })
  expect((await app.inject({ url: '/api/account', headers: other.headers })).statusCode).toBe(401)
  expect(answerOf(await confirm(generateTotpCode(context, secret, 1)))).toEqual([
    409,
    'second_factor.already_on',
  ])
  expect(answerOf(await post(me, '/api/account/second-factor'))).toEqual([409, 'second_factor.already_on'])
})

test('of many concurrent confirmations one succeeds, and its recovery codes are valid', async () => {
  const { secret } = await begin()
  const codes = [-1, 0, 1, 0, -1, 1].map((periods) => generateTotpCode(context, secret, periods))
  const answers = await Promise.all(codes.map(confirm))
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)
  expect(statuses).toEqual([200, 409, 409, 409, 409, 409])
  const [recoveryCode = ''] = answers.flatMap(
    (answer) => answer.json<{ recoveryCodes?: string[] }>().recoveryCodes ?? [],
  )
  expect((await show(await next(), recoveryCode)).statusCode).toBe(200)
})

test('a wrong code, or one of a replaced secret, does not turn the second factor on', async () => {
  expect(answerOf(await confirm('123456'))).toEqual([409, 'second_factor.off'])
  const { secret: first } = await begin()
  const { secret } = await begin()
  expect(answerOf(await confirm(generateTotpCode(context, first)))).toEqual([400, 'second_factor.wrong'])
  expect(answerOf(await confirm('00000-00000'))).toEqual([400, 'second_factor.wrong'])
  expect((await confirm('12345')).statusCode).toBe(400)
  expect(await account(me)).toMatchObject({ secondFactor: { on: false } })
  expect((await confirm(generateTotpCode(context, secret))).statusCode).toBe(200)
})

test('the next session owes it until a code is shown, and reaches nothing else', async () => {
  const { secret } = await turnOn()
  const due = await next()
  const sessions = () => app.inject({ url: '/api/account/sessions', headers: due.headers })
  expect(answerOf(await sessions())).toEqual([403, 'session.second_factor_due'])
  expect(await account(due)).toMatchObject({ secondFactor: { on: true, shown: false } })
  expect((await show(due, generateTotpCode(context, secret))).json()).toEqual({ success: true })
  expect((await sessions()).statusCode).toBe(200)
  expect(await account(due)).toMatchObject({ secondFactor: { on: true, shown: true } })
})

test.each([
  [-2, 400],
  [-1, 200],
  [0, 200],
  [1, 200],
  [2, 400],
])('a code of %i periods from now answers %i', async (periods, status) => {
  const { secret } = await turnOn()
  context.clock.advance(5 * minute)
  expect((await show(await next(), generateTotpCode(context, secret, periods))).statusCode).toBe(status)
})

test('a code counts once, in whatever session, and none of before it counts later', async () => {
  const { secret } = await begin()
  await confirm(generateTotpCode(context, secret))
  const due = await next()
  expect(answerOf(await show(due, generateTotpCode(context, secret)))).toEqual([400, 'second_factor.wrong'])
  expect((await show(due, generateTotpCode(context, secret, 1))).statusCode).toBe(200)
  context.clock.advance(30_000)
  expect(answerOf(await show(await next(), generateTotpCode(context, secret)))).toEqual([
    400,
    'second_factor.wrong',
  ])
  expect(answerOf(await show(await next(), generateTotpCode(context, secret, -1)))).toEqual([
    400,
    'second_factor.wrong',
  ])
})

test('of eight sessions that show one code at once one has shown it', async () => {
  const { secret } = await turnOn()
  const code = generateTotpCode(context, secret)
  await context.database.deleteFrom('rate_limits').execute()
  const due = await Promise.all(Array.from({ length: 8 }, next))
  const answers = await Promise.all(due.map((person) => show(person, code)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('a recovery code counts once, as it is printed or typed from paper', async () => {
  const { recoveryCodes } = await turnOn()
  const [first = '', second = ''] = recoveryCodes
  const typed = second.toUpperCase().replace('-', '').replaceAll('0', 'O').replaceAll('1', 'I')
  expect((await show(await next(), first)).statusCode).toBe(200)
  expect(answerOf(await show(await next(), first))).toEqual([400, 'second_factor.wrong'])
  expect((await show(await next(), ` ${typed} `)).statusCode).toBe(200)
  expect(await account(me)).toMatchObject({ secondFactor: { recoveryCodes: 8 } })
})

test('of parallel uses of one recovery code one counts', async () => {
  const [code = ''] = (await turnOn()).recoveryCodes
  await context.database.deleteFrom('rate_limits').execute()
  const due = await Promise.all(Array.from({ length: 8 }, next))
  const answers = await Promise.all(due.map((person) => show(person, code)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('recovery codes are stored by a keyed hash and hold for their own user only', async () => {
  const { recoveryCodes } = await turnOn()
  const other = await signIn(context, '76561197960265730', { secondFactor: 'due' })
  expect(answerOf(await show(other, recoveryCodes[0] ?? ''))).toEqual([400, 'second_factor.wrong'])
  const dump = JSON.stringify(await context.database.selectFrom('recovery_codes').selectAll().execute())
  for (const code of recoveryCodes) expect(dump).not.toContain(code)
})

test('new recovery codes take a code and leave the old ones worth nothing', async () => {
  const { secret, recoveryCodes } = await turnOn()
  const renew = (code: string) => post(me, '/api/account/second-factor/recovery-codes', { code })
  expect(answerOf(await renew('abcde-fghjk'))).toEqual([400, 'second_factor.wrong'])
  const fresh = (await renew(generateTotpCode(context, secret))).json<{ recoveryCodes: string[] }>()
    .recoveryCodes
  expect(fresh).toHaveLength(10)
  expect(answerOf(await show(await next(), recoveryCodes[0] ?? ''))).toEqual([400, 'second_factor.wrong'])
  expect((await show(await next(), fresh[0] ?? '')).statusCode).toBe(200)
})

test('every user but an operator turns it off by a code', async () => {
  const { secret } = await turnOn()
  const remove = (code: string) => post(me, '/api/account/second-factor/remove', { code })
  await grantGroup(context, { steamId: mine, group: 'op', expires: context.clock.now().getTime() + minute })
  expect(answerOf(await remove(generateTotpCode(context, secret)))).toEqual([409, 'second_factor.required'])
  context.clock.advance(minute)
  expect(answerOf(await remove('00000-00000'))).toEqual([400, 'second_factor.wrong'])
  expect((await remove(generateTotpCode(context, secret))).json()).toEqual({ success: true })
  expect(await account(me)).toMatchObject({ secondFactor: { on: false, shown: false, recoveryCodes: 0 } })
  expect(answerOf(await remove(generateTotpCode(context, secret, 1)))).toEqual([409, 'second_factor.off'])
  expect((await post(await next(), '/api/account/second-factor')).statusCode).toBe(200)
})

test.each([['an op', ['op']] as const, ['a player', []] as const])(
  'J2 %s enrols an authenticator only after a fresh sign-in at Steam or by a link',
  async (_who, groups) => {
    for (const group of groups) await grantGroup(context, { steamId: mine, group, expires: null })
    const again = [403, 'session.sign_in_again']
    const byEmail = await beginAnotherSession(context, me, 'email')
    const byLink = await beginAnotherSession(context, me, 'link')
    expect(answerOf(await post(byEmail, '/api/account/second-factor'))).toEqual(again)
    expect(await context.database.selectFrom('second_factors').selectAll().execute()).toEqual([])
    context.clock.advance(recentSignInMs - 1)
    expect((await post(byLink, '/api/account/second-factor')).statusCode).toBe(200)
    const { secret } = await begin()
    const confirmAs = (person: TestUser) =>
      post(person, '/api/account/second-factor/confirm', { code: generateTotpCode(context, secret) })
    expect(answerOf(await confirmAs(byEmail))).toEqual(again)
    context.clock.advance(1)
    expect(answerOf(await confirmAs(me))).toEqual(again)
    expect(answerOf(await post(me, '/api/account/second-factor'))).toEqual(again)
    const fresh = await next()
    expect((await confirmAs(fresh)).statusCode).toBe(200)
    // With it shown no fresh sign-in is asked for.
    context.clock.advance(recentSignInMs)
    expect(answerOf(await post(fresh, '/api/account/second-factor'))).toEqual([
      409,
      'second_factor.already_on',
    ])
  },
)

/** Marks the second factor as turned on by a session of this kind, as portals before this rule allowed. */
const setUpBy = (method: string | null) =>
  context.database.updateTable('second_factors').set({ set_up_by: method }).execute()
const removeBySteam = (person: TestUser) => post(person, '/api/account/second-factor/remove-by-steam', {})
const offers = async (person: TestUser) =>
  (await account(person)).secondFactor as { on: boolean; removableBySteam: boolean }

test('J2 a fresh Steam sign-in removes a second factor that an e-mail session turned on, and the other sessions end', async () => {
  await turnOn()
  await setUpBy('email')
  const thief = await beginAnotherSession(context, me, 'email')
  const old = await next()
  context.clock.advance(recentSignInMs)
  const owner = await next()
  expect(await offers(owner)).toMatchObject({ on: true, removableBySteam: true })
  const again = [403, 'session.sign_in_again']
  for (const stale of [thief, old]) expect(answerOf(await removeBySteam(stale))).toEqual(again)
  expect((await removeBySteam(owner)).json()).toEqual({ success: true })
  expect(await account(owner)).toMatchObject({ secondFactor: { on: false, recoveryCodes: 0 } })
  expect((await app.inject({ url: '/api/account', headers: thief.headers })).statusCode).toBe(401)
  expect((await audit()).at(-1)).toBe('REMOVE-SECOND-FACTOR-BY-STEAM')
  expect(answerOf(await removeBySteam(owner))).toEqual([409, 'second_factor.off'])
  expect((await post(owner, '/api/account/second-factor')).statusCode).toBe(200)
})

test('J2 a second factor that was turned on after a Steam sign-in is removed with a code only, and an operator’s never', async () => {
  await turnOn()
  const owner = await next()
  expect(await offers(owner)).toMatchObject({ removableBySteam: false })
  for (const method of ['steam', 'link', null]) {
    await setUpBy(method)
    expect(answerOf(await removeBySteam(owner))).toEqual([409, 'second_factor.code_needed'])
  }
  await setUpBy('email')
  await grantGroup(context, { steamId: mine, group: 'op', expires: null })
  expect(answerOf(await removeBySteam(owner))).toEqual([409, 'second_factor.required'])
  expect(await account(owner)).toMatchObject({ secondFactor: { on: true } })
})

test('J2 the owner gets a mail about each change of the second factor', async () => {
  await context.database
    .updateTable('users')
    .set({ email: 'kite@mail.example', password_hash: '-' })
    .execute()
  const { secret } = await turnOn()
  await post(me, '/api/account/second-factor/remove', { code: generateTotpCode(context, secret) })
  await turnOn()
  await setUpBy('email')
  await removeBySteam(await next())
  expect(await readEvents()).toEqual(['on', 'off', 'on', 'removed'])
  expect((await readQueuedMails(context))[0]).toMatchObject({ to: 'kite@mail.example', language: 'both' })
})

test('showing a recovery code and removing the second factor at once do not deadlock', async () => {
  for (let round = 0; round < propertyRuns(25, 8); round += 1) {
    const { recoveryCodes } = await turnOn()
    const url = `/api/operator/ops/${mine}/second-factor`
    const answers = await Promise.all([
      ...recoveryCodes.slice(0, 4).map((code) => show(me, code)),
      app.inject({ method: 'DELETE', url, headers: asOperator }),
    ])
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
    await clearAccounts(context)
    me = await signIn(context, mine)
  }
})

const limited = [429, 'RATE_LIMIT_EXCEEDED']
/** A code that no authenticator shows now. */
const wrongCode = (secret: string) => {
  const right = new Set([-1, 0, 1].map((periods) => generateTotpCode(context, secret, periods)))
  return ['000000', '000001', '000002', '000003'].find((code) => !right.has(code)) ?? ''
}

test('C20 guesses from one address are limited to eight, in all sessions; the owner can still verify from another address', async () => {
  const { secret } = await turnOn()
  const wrong = wrongCode(secret)
  for (let tries = 0; tries < 8; tries += 1)
    expect(answerOf(await show(await next(), wrong, '192.0.2.66'))).toEqual([400, 'second_factor.wrong'])
  const due = await next()
  expect(answerOf(await show(due, generateTotpCode(context, secret), '192.0.2.66'))).toEqual(limited)
  expect((await show(due, generateTotpCode(context, secret), '192.0.2.1')).statusCode).toBe(200)
  context.clock.advance(45 * minute)
  expect((await show(await next(), generateTotpCode(context, secret), '192.0.2.66')).statusCode).toBe(200)
})

test('C20 thirty attempts per account are accepted from all addresses together, not counting those of a verified session and recovery codes', async () => {
  const { secret, recoveryCodes } = await turnOn()
  const wrong = wrongCode(secret)
  for (let tries = 0; tries < 30; tries += 1)
    expect((await show(await next(), wrong, `192.0.2.${tries >> 2}`)).statusCode).toBe(400)
  const due = await next()
  expect(answerOf(await show(due, generateTotpCode(context, secret), '192.0.2.99'))).toEqual(limited)
  // The session that turned it on began here.
  expect((await show(await next(), generateTotpCode(context, secret), '203.0.113.7')).statusCode).toBe(200)
  expect((await show(await next(), recoveryCodes[0] ?? '', '192.0.2.99')).statusCode).toBe(200)
  context.clock.advance(15 * minute)
  expect((await show(due, generateTotpCode(context, secret), '192.0.2.98')).statusCode).toBe(200)
})

test('C20 attempts of others count neither against a verified session nor against recovery codes of the same address', async () => {
  const { secret, recoveryCodes } = await turnOn()
  const wrong = wrongCode(secret)
  const due = await next()
  for (let tries = 0; tries < 9; tries += 1) await show(due, wrong)
  for (let tries = 0; tries < 9; tries += 1) expect((await show(due, '00000-00000')).statusCode).toBe(400)
  const renew = (code: string) => post(me, '/api/account/second-factor/recovery-codes', { code })
  expect((await show(await next(), recoveryCodes[0] ?? '')).statusCode).toBe(200)
  expect(answerOf(await show(due, recoveryCodes[1] ?? ''))).toEqual(limited)
  for (let tries = 0; tries < 8; tries += 1) expect((await renew(wrong)).statusCode).toBe(400)
  expect((await renew(generateTotpCode(context, secret))).statusCode).toBe(200)
  expect(answerOf(await renew(generateTotpCode(context, secret, 1)))).toEqual(limited)
})

test('C20 the owner gets a mail about five wrong codes, once a day; their own slips while verified count for none', async () => {
  await context.database
    .updateTable('users')
    .set({ email: 'kite@mail.example', password_hash: '-' })
    .execute()
  const { secret } = await turnOn()
  const wrong = wrongCode(secret)
  for (let tries = 0; tries < 6; tries += 1)
    await post(me, '/api/account/second-factor/recovery-codes', { code: wrong })
  const due = await next()
  for (let tries = 0; tries < 4; tries += 1) await show(due, wrong)
  expect(await readEvents()).toEqual(['on'])
  for (let tries = 0; tries < 4; tries += 1) await show(due, wrong)
  expect(await readEvents()).toEqual(['on', 'guessed'])
})

test('C20 a second factor is begun sixty times an hour at most', async () => {
  const status = async () => (await post(me, '/api/account/second-factor')).statusCode
  for (let round = 0; round < 60; round += 1) expect(await status()).toBe(200)
  expect(await status()).toBe(429)
  context.clock.advance(minute)
  expect(await status()).toBe(200)
})

test('it outlives a change of the portal’s key, secret and recovery codes too', async () => {
  const [first, second] = [makeSecretKey(), makeSecretKey()]
  const old = { ...context, keys: new KeyRing(first) }
  const oldApp = await createAccountsApp(old)
  const before = await signIn(old, '76561197960265731')
  const at = (url: string, payload?: object) =>
    oldApp.inject({ method: 'POST', url, headers: before.headers, ...(payload && { payload }) })
  const { secret } = (await at('/api/account/second-factor')).json<{ secret: string }>()
  const confirmed = await at('/api/account/second-factor/confirm', {
    code: generateTotpCode(context, secret),
  })
  const { recoveryCodes } = confirmed.json<{ recoveryCodes: string[] }>()
  await oldApp.close()
  const newApp = await createAccountsApp({ ...context, keys: new KeyRing(`new:${second},old:${first}`) })
  for (const code of [generateTotpCode(context, secret, 1), recoveryCodes[0]]) {
    const shown = await newApp.inject({
      method: 'POST',
      url: '/api/auth/second-factor',
      headers: before.headers,
      payload: { code },
    })
    expect(shown.statusCode).toBe(200)
  }
  await newApp.close()
})

test('C12 everything about it is written down, without secrets', async () => {
  const { secret, recoveryCodes } = await turnOn()
  await show(await next(), '00000-00000')
  await show(await next(), recoveryCodes[0] ?? '')
  await post(me, '/api/account/second-factor/remove', { code: generateTotpCode(context, secret) })
  expect(await audit()).toEqual([
    'BEGIN-SECOND-FACTOR',
    'TURN-ON-SECOND-FACTOR',
    'WRONG-SECOND-FACTOR',
    'SHOW-SECOND-FACTOR',
    'TURN-OFF-SECOND-FACTOR',
  ])
  const written = JSON.stringify(await readAuditEntries(context, { limit: 50 }))
  for (const text of [secret, recoveryCodes[0] ?? '', me.token]) expect(written).not.toContain(text)
})
