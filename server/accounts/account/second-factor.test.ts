import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshSignInMs } from '@clutch/contract/limits.ts'
import type { App } from '../../http/app.ts'
import { KeyRing, makeSecretKey } from '../../keys.ts'
import { createTestHouse } from '../../testing/house.ts'
import type { TestHouse } from '../../testing/house.ts'
import { asOperator } from '../../testing/http.ts'
import { listAudit } from '../testing/audit-lines.ts'
import { grantGroup } from '../groups.ts'
import { createAccountsApp } from '../testing/accounts-app.ts'
import { anotherSession } from '../testing/another-session.ts'
import { codeOf } from '../testing/authenticator.ts'
import { forgetEverybody } from '../testing/nobody.ts'
import { signIn } from '../testing/people.ts'
import type { Person } from '../testing/people.ts'

const mine = '76561197960265729'
const minute = 60_000

let house: TestHouse
let app: App
let me: Person
beforeAll(async () => {
  house = await createTestHouse()
  app = await createAccountsApp(house)
})
beforeEach(async () => {
  await forgetEverybody(house)
  me = await signIn(house, mine)
})
afterAll(async () => {
  await app.close()
  await house.destroy()
})

const post = (person: Person, url: string, payload?: object) =>
  app.inject({ method: 'POST', url, headers: person.headers, ...(payload && { payload }) })
const begin = async () =>
  (await post(me, '/api/account/second-factor')).json<{ secret: string; uri: string }>()
const confirm = (code: string) => post(me, '/api/account/second-factor/confirm', { code })
const show = (person: Person, code: string) => post(person, '/api/auth/second-factor', { code })
const account = async (person: Person) =>
  (await app.inject({ url: '/api/account', headers: person.headers })).json<{ secondFactor: object }>()
const audit = async () => (await listAudit(house, { limit: 50 })).map(({ action }) => action).toReversed()
const answerOf = (answer: { statusCode: number; json: <T>() => T }) => [
  answer.statusCode,
  answer.json<{ code: string }>().code,
]

/** Turns the second factor on; the clock then stands in the next period. */
async function turnOn(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await begin()
  const answer = await confirm(codeOf(house, secret))
  house.clock.advance(30_000)
  return { secret, ...answer.json<{ recoveryCodes: string[] }>() }
}

/** The next session of the same player, which owes its second factor. */
const next = () => anotherSession(house, me)

test('a secret is made for an authenticator: 160 bits, named for community and player', async () => {
  const { secret, uri } = await begin()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toBe(
    `otpauth://totp/CLUTCH:%23265729?issuer=CLUTCH&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  )
  const stored = await house.database.selectFrom('second_factors').selectAll().executeTakeFirst()
  expect(stored?.secret).not.toContain(secret)
  expect(await account(me)).toMatchObject({ secondFactor: { on: false, shown: false } })
})

test('the first code turns it on: this session has shown it, the others end, ten recovery codes are answered', async () => {
  const other = await next()
  const { secret } = await begin()
  const answer = await confirm(codeOf(house, secret))
  expect(answer.headers['cache-control']).toBe('no-store')
  const { recoveryCodes } = answer.json<{ recoveryCodes: string[] }>()
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^[a-z0-9]{5}-[a-z0-9]{5}$/)
  expect(await account(me)).toMatchObject({ secondFactor: { on: true, shown: true, recoveryCodes: 10 } })
  expect((await app.inject({ url: '/api/account', headers: other.headers })).statusCode).toBe(401)
  expect(answerOf(await confirm(codeOf(house, secret, 1)))).toEqual([409, 'second_factor.already_on'])
  expect(answerOf(await post(me, '/api/account/second-factor'))).toEqual([409, 'second_factor.already_on'])
})

test('of many that turn it on at once one does, and its recovery codes stand', async () => {
  const { secret } = await begin()
  const codes = [-1, 0, 1, 0, -1, 1].map((periods) => codeOf(house, secret, periods))
  const answers = await Promise.all(codes.map(confirm))
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)
  expect(statuses).toEqual([200, 409, 409, 409, 409, 409])
  const [recoveryCode = ''] = answers.flatMap(
    (answer) => answer.json<{ recoveryCodes?: string[] }>().recoveryCodes ?? [],
  )
  expect((await show(await next(), recoveryCode)).statusCode).toBe(200)
})

test('a wrong code turns nothing on, nor does one of a secret that was made anew', async () => {
  expect(answerOf(await confirm('123456'))).toEqual([409, 'second_factor.off'])
  const { secret: first } = await begin()
  const { secret } = await begin()
  expect(answerOf(await confirm(codeOf(house, first)))).toEqual([400, 'second_factor.wrong'])
  expect(answerOf(await confirm('00000-00000'))).toEqual([400, 'second_factor.wrong'])
  expect((await confirm('12345')).statusCode).toBe(400)
  expect(await account(me)).toMatchObject({ secondFactor: { on: false } })
  expect((await confirm(codeOf(house, secret))).statusCode).toBe(200)
})

test('the next session owes it until a code is shown, and reaches nothing else', async () => {
  const { secret } = await turnOn()
  const due = await next()
  const sessions = () => app.inject({ url: '/api/account/sessions', headers: due.headers })
  expect(answerOf(await sessions())).toEqual([403, 'session.second_factor_due'])
  expect(await account(due)).toMatchObject({ secondFactor: { on: true, shown: false } })
  expect((await show(due, codeOf(house, secret))).json()).toEqual({ success: true })
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
  house.clock.advance(5 * minute)
  expect((await show(await next(), codeOf(house, secret, periods))).statusCode).toBe(status)
})

test('a code counts once, in whatever session, and none of before it counts later', async () => {
  const { secret } = await begin()
  await confirm(codeOf(house, secret))
  const due = await next()
  expect(answerOf(await show(due, codeOf(house, secret)))).toEqual([400, 'second_factor.wrong'])
  expect((await show(due, codeOf(house, secret, 1))).statusCode).toBe(200)
  house.clock.advance(30_000)
  expect(answerOf(await show(await next(), codeOf(house, secret)))).toEqual([400, 'second_factor.wrong'])
  expect(answerOf(await show(await next(), codeOf(house, secret, -1)))).toEqual([400, 'second_factor.wrong'])
})

test('of eight sessions that show one code at once one has shown it', async () => {
  const { secret } = await turnOn()
  const code = codeOf(house, secret)
  await house.database.deleteFrom('limits').execute()
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
  await house.database.deleteFrom('limits').execute()
  const due = await Promise.all(Array.from({ length: 8 }, next))
  const answers = await Promise.all(due.map((person) => show(person, code)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('recovery codes are stored by a keyed hash and hold for their own user only', async () => {
  const { recoveryCodes } = await turnOn()
  const other = await signIn(house, '76561197960265730', { secondFactor: 'due' })
  expect(answerOf(await show(other, recoveryCodes[0] ?? ''))).toEqual([400, 'second_factor.wrong'])
  const dump = JSON.stringify(await house.database.selectFrom('recovery_codes').selectAll().execute())
  for (const code of recoveryCodes) expect(dump).not.toContain(code)
})

test('new recovery codes take a code and leave the old ones worth nothing', async () => {
  const { secret, recoveryCodes } = await turnOn()
  const renew = (code: string) => post(me, '/api/account/second-factor/recovery-codes', { code })
  expect(answerOf(await renew('abcde-fghjk'))).toEqual([400, 'second_factor.wrong'])
  const fresh = (await renew(codeOf(house, secret))).json<{ recoveryCodes: string[] }>().recoveryCodes
  expect(fresh).toHaveLength(10)
  expect(answerOf(await show(await next(), recoveryCodes[0] ?? ''))).toEqual([400, 'second_factor.wrong'])
  expect((await show(await next(), fresh[0] ?? '')).statusCode).toBe(200)
})

test('it is turned off by a code, of anybody but an operator', async () => {
  const { secret } = await turnOn()
  const remove = (code: string) => post(me, '/api/account/second-factor/remove', { code })
  await grantGroup(house, { steamId: mine, group: 'op', expires: house.clock.now().getTime() + minute })
  expect(answerOf(await remove(codeOf(house, secret)))).toEqual([409, 'second_factor.required'])
  house.clock.advance(minute)
  expect(answerOf(await remove('00000-00000'))).toEqual([400, 'second_factor.wrong'])
  expect((await remove(codeOf(house, secret))).json()).toEqual({ success: true })
  expect(await account(me)).toMatchObject({ secondFactor: { on: false, shown: false, recoveryCodes: 0 } })
  expect(answerOf(await remove(codeOf(house, secret, 1)))).toEqual([409, 'second_factor.off'])
  expect((await post(await next(), '/api/account/second-factor')).statusCode).toBe(200)
})

test('an op enrols an authenticator only after a fresh sign-in at Steam or by a link', async () => {
  await grantGroup(house, { steamId: mine, group: 'op', expires: null })
  const again = [403, 'session.sign_in_again']
  const byEmail = await anotherSession(house, me, 'email')
  const byLink = await anotherSession(house, me, 'link')
  expect(answerOf(await post(byEmail, '/api/account/second-factor'))).toEqual(again)
  expect(await house.database.selectFrom('second_factors').selectAll().execute()).toEqual([])
  house.clock.advance(freshSignInMs - 1)
  expect((await post(byLink, '/api/account/second-factor')).statusCode).toBe(200)
  const { secret } = await begin()
  const confirmAs = (person: Person) =>
    post(person, '/api/account/second-factor/confirm', { code: codeOf(house, secret) })
  expect(answerOf(await confirmAs(byEmail))).toEqual(again)
  house.clock.advance(1)
  expect(answerOf(await confirmAs(me))).toEqual(again)
  expect(answerOf(await post(me, '/api/account/second-factor'))).toEqual(again)
  const fresh = await next()
  expect((await confirmAs(fresh)).statusCode).toBe(200)
  // With it shown no fresh sign-in is asked for.
  house.clock.advance(freshSignInMs)
  expect(answerOf(await post(fresh, '/api/account/second-factor'))).toEqual([409, 'second_factor.already_on'])
})

test('whoever is no op turns it on in any session', async () => {
  me = await anotherSession(house, me, 'email')
  house.clock.advance(freshSignInMs)
  const { secret } = await begin()
  expect((await confirm(codeOf(house, secret))).statusCode).toBe(200)
})

test('of showing a recovery code and forgetting the second factor at once neither waits for the other for ever', async () => {
  for (let turn = 0; turn < 25; turn += 1) {
    const { recoveryCodes } = await turnOn()
    const url = `/api/operator/ops/${mine}/second-factor`
    const answers = await Promise.all([
      ...recoveryCodes.slice(0, 4).map((code) => show(me, code)),
      app.inject({ method: 'DELETE', url, headers: asOperator }),
    ])
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
    await forgetEverybody(house)
    me = await signIn(house, mine)
  }
})

test('C20 guessing in a session ends after eight tries, also for a right code; another session of the owner is heard', async () => {
  const { secret } = await turnOn()
  const due = await next()
  for (let tries = 0; tries < 8; tries += 1) expect((await show(due, '00000-00000')).statusCode).toBe(400)
  const limited = [429, 'RATE_LIMIT_EXCEEDED']
  expect(answerOf(await show(due, codeOf(house, secret)))).toEqual(limited)
  expect((await show(await next(), codeOf(house, secret))).statusCode).toBe(200)
  house.clock.advance(2 * minute)
  expect((await show(due, codeOf(house, secret))).statusCode).toBe(200)
})

test('C20 thirty tries of one account are heard, from all its sessions together', async () => {
  const { secret } = await turnOn()
  await house.database.deleteFrom('limits').execute()
  for (let tries = 0; tries < 30; tries += 1)
    expect((await show(await next(), '00000-00000')).statusCode).toBe(400)
  expect(answerOf(await show(await next(), codeOf(house, secret)))).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
  house.clock.advance(15 * minute)
  expect((await show(await next(), codeOf(house, secret))).statusCode).toBe(200)
})

test('C20 a second factor is begun sixty times an hour at most', async () => {
  const status = async () => (await post(me, '/api/account/second-factor')).statusCode
  for (let turn = 0; turn < 60; turn += 1) expect(await status()).toBe(200)
  expect(await status()).toBe(429)
  house.clock.advance(minute)
  expect(await status()).toBe(200)
})

test('it outlives a change of the portal’s key, secret and recovery codes too', async () => {
  const [first, second] = [`one:${makeSecretKey()}`, `two:${makeSecretKey()}`]
  const old = { ...house, keys: new KeyRing(first) }
  const oldApp = await createAccountsApp(old)
  const before = await signIn(old, '76561197960265731')
  const at = (url: string, payload?: object) =>
    oldApp.inject({ method: 'POST', url, headers: before.headers, ...(payload && { payload }) })
  const { secret } = (await at('/api/account/second-factor')).json<{ secret: string }>()
  const confirmed = await at('/api/account/second-factor/confirm', { code: codeOf(house, secret) })
  const { recoveryCodes } = confirmed.json<{ recoveryCodes: string[] }>()
  await oldApp.close()
  const newApp = await createAccountsApp({ ...house, keys: new KeyRing(`${second},${first}`) })
  for (const code of [codeOf(house, secret, 1), recoveryCodes[0]]) {
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
  await post(me, '/api/account/second-factor/remove', { code: codeOf(house, secret) })
  expect(await audit()).toEqual([
    'BEGIN-SECOND-FACTOR',
    'TURN-ON-SECOND-FACTOR',
    'WRONG-SECOND-FACTOR',
    'SHOW-SECOND-FACTOR',
    'TURN-OFF-SECOND-FACTOR',
  ])
  const written = JSON.stringify(await listAudit(house, { limit: 50 }))
  for (const text of [secret, recoveryCodes[0] ?? '', me.token]) expect(written).not.toContain(text)
})
