import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type EmailFixture,
  createEmailFixture,
  insertEmailAccount,
  password,
  readQueuedMails,
} from './testing/email-fixture.ts'

let portal: EmailFixture
let before: unknown
beforeAll(async () => {
  portal = await createEmailFixture()
  await insertEmailAccount(portal.context, 'a@x.io')
  before = await everything()
})
afterAll(() => portal.close())

/** All that a call could change, but for the tries it takes. */
async function everything() {
  const { database } = portal.context
  const tables = ['users', 'sessions', 'email_codes', 'password_resets', 'bind_tokens', 'audit_log'] as const
  const rows = await Promise.all(tables.map((table) => database.selectFrom(table).selectAll().execute()))
  return { rows, mails: await readQueuedMails(portal.context) }
}

const email = 'a@x.io'
const bodies: Record<string, object> = {
  check: { email },
  'send-code': { email },
  register: { email, password, code: '123456' },
  login: { email, password },
  'reset-password': { email },
  'reset-password/confirm': { email, token: 'token', newPassword: password },
  'bind-steam': { email, steamId: '76561197960265729' },
  'bind-steam-token-validation': { email, token: 'abcd2345' },
}
const paths = Object.keys(bodies)

const expectRefused = async (path: string, payload: unknown) => {
  const answer = await portal.post(path, payload)
  expect([path, payload, answer.statusCode]).toEqual([path, payload, 400])
  expect(answer.json()).toMatchObject({ code: 'request.invalid' })
}

test.each([
  'a@x.io, evil@x.io',
  'a@x.io,evil@x.io',
  'a@x.io;evil@x.io',
  'a@x.io evil@x.io',
  'a@x.io\r\nBcc: evil@x.io',
  'a@x.io\nevil@x.io',
  'a\u0000@x.io',
  'a@x.io\u0000',
  '\u212a@x.io',
  '"a b"@x.io',
  '"a@x.io"',
  '<a@x.io>',
  'A <a@x.io>',
  'a(comment)@x.io',
  'a@x.io@x.io',
  'a@x',
  'a@',
  '@x.io',
  'a@.io',
  'a@x..io',
  'a@-x.io',
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  '\u0430@x.io',
  'a@\u0445.io',
  '\uff41@x.io',
  'a\uff20x.io',
  'a\u202e@x.io',
  'a\ud800@x.io',
  'İ@x.io',
  `${'a'.repeat(65)}@x.io`,
  `a@${'x'.repeat(64)}.io`,
  `a@${'x.'.repeat(126)}io`,
  ' '.repeat(400) + email,
  '',
  '__proto__',
  '%0d%0aBcc:evil@x.io',
])('C7 C20 %j is no e-mail address anywhere: nothing changes, nothing is sent', async (odd) => {
  for (const path of paths) await expectRefused(path, { ...bodies[path], email: odd })
  expect(await everything()).toEqual(before)
})

test.each([null, [], ['a@x.io'], 'text', 7, true, {}, { email: {} }, { email: ['a@x.io'] }, { email: null }])(
  'C7 the body %j is refused everywhere',
  async (payload) => {
    for (const path of paths) await expectRefused(path, payload)
    expect(await everything()).toEqual(before)
  },
)

const wrongKinds = [null, 7, true, [], {}, ['123456'], { length: 6 }]
test.each([
  [
    'register',
    'code',
    ['12345', '1234567', '12345a', ' 123456', '123456\n', '\uff11\uff12\uff13\uff14\uff15\uff16'],
  ],
  ['register', 'password', []],
  ['login', 'password', ['', 'p'.repeat(513)]],
  ['send-code', 'language', ['fr', 'EN', '']],
  ['reset-password', 'language', ['fr']],
  ['reset-password/confirm', 'token', ['', 't'.repeat(2_001)]],
  ['reset-password/confirm', 'newPassword', ['short12']],
  ['bind-steam', 'steamId', ['', '0', '76561197960265728', '76561197960265729 ', '-76561197960265729']],
  ['bind-steam-token-validation', 'token', ['', 'abcd234', 'abcd23456', 'abcd-345', 'abcd234\u0000']],
])('C7 %s refuses a %s of another kind, too long or odd', async (path, field, odd) => {
  for (const value of [...wrongKinds, ...odd]) await expectRefused(path, { ...bodies[path], [field]: value })
  expect(await everything()).toEqual(before)
})

test('C7 JSON that is invalid, too deep, too large or names a prototype is refused', async () => {
  const raw = (payload: string, type = 'application/json') =>
    portal.app.inject({
      method: 'POST',
      url: '/api/auth/email/send-code',
      headers: { 'content-type': type },
      payload,
    })
  expect((await raw('{"email":"a@x.io"')).statusCode).toBe(400)
  expect((await raw('')).statusCode).toBe(400)
  expect((await raw('{"__proto__":{"email":"b@x.io"}}')).statusCode).toBe(400)
  expect((await raw(`{"email":${'['.repeat(5_000)}${']'.repeat(5_000)}}`)).statusCode).toBe(400)
  expect((await raw(`{"email":"${'a'.repeat(300_000)}"}`)).statusCode).toBe(413)
  expect((await raw('email=a@x.io', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
  expect(await everything()).toEqual(before)
})
