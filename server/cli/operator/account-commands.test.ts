import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAccountsApp } from '../../domains/accounts/testing/accounts-app.ts'
import { clearAccounts } from '../../domains/accounts/testing/clear-accounts.ts'
import { signIn } from '../../domains/accounts/testing/test-users.ts'
import { updateUser } from '../../domains/accounts/users/users.store.ts'
import type { App } from '../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'
import { type CommandLine, openCommandLine } from './testing/command-line.ts'

const one = '76561197960265729'
const two = '76561197960265730'
const day = 24 * 3_600_000

let context: TestContext
let app: App
let shell: CommandLine
beforeAll(async () => {
  context = await createTestContext()
  app = await createAccountsApp(context)
  shell = await openCommandLine(context, app)
})
beforeEach(() => clearAccounts(context))
afterAll(async () => {
  await app.close()
  await context.destroy()
  shell.close()
})

const operator: CommandLine['operator'] = (...line) => shell.operator(...line)
/** The lines of a table, in words. */
const table = async (line: string) => (await operator(line)).out.split('\n').map((row) => row.split(/ {2,}/))

test('an operator adds an op by SteamID64 or e-mail, lists, links and removes them, and their e-mail', async () => {
  expect(JSON.parse((await operator(`op add ${one} --json`)).out)).toMatchObject({ username: '#265729' })
  const person = await signIn(context, two, { secondFactor: 'shown' })
  await updateUser(context.database, person.userId, { email: 'op@mail.example', password_hash: '-' })
  expect((await operator('op add OP@mail.example')).code).toBe(0)
  expect(await table('op list')).toEqual([
    ['steamId', 'username', 'email', 'role', 'secondFactor', 'expires'],
    [one, '#265729', '-', 'owner', 'false', '-'],
    [two, '#265730', 'op@mail.example', 'owner', 'true', '-'],
  ])
  const link = await operator(`op link ${one}`)
  expect(link.out).toMatch(new RegExp(`^${context.config.publicUrl}/auth/link#token=[\\w-]{43}$`))
  expect((await operator(`op forget-second-factor ${two}`)).out).toBe('done')
  expect((await operator(`op forget-second-factor ${two}`)).err).toMatch(/second_factor\.off/)
  expect((await operator('op remove op@mail.example')).out).toBe('done')
  expect((await operator(`account forget-email ${two}`)).out).toBe('done')
  expect((await operator(`account forget-email ${two}`)).err).toMatch(/email\.none/)
  expect((await operator(`account unlink ${two} qq`)).err).toMatch(/link\.not_found/)
  expect((await operator(`op link ${two}`)).err).toMatch(/user\.not_found/)
  expect((await operator('op add nobody@mail.example')).err).toMatch(/user\.not_found/)
  expect((await operator('op add not-a-player')).err).toMatch(/<who> is invalid/)
})

test('C18 a role is made, given and removed from the command line', async () => {
  const made = await operator(
    'role add --name-zh 值班 --name-en Duty --rights-servers read --rights-rcon change --json',
  )
  const { id } = JSON.parse(made.out) as { id: string }
  await operator(`op add ${one} --role ${id}`)
  expect((await table('op list'))[1]?.[3]).toBe(id)
  expect((await operator(`role remove ${id}`)).err).toMatch(/role\.in_use/)
  await operator(`op add ${one} --role editor`)
  expect((await operator(`role change ${id} --rights-servers change`)).code).toBe(0)
  expect((await table('role list')).find((row) => row[0] === id)?.slice(2)).toEqual([
    '{"servers":"change"}',
    '0',
  ])
  expect((await operator(`role remove ${id}`)).out).toBe('done')
})

test('C18 an API token is added, used by the command line, and revoked', async () => {
  const secret = (await operator('token add --name Overlay --rights-audit read --service true')).out
  expect(secret).toMatch(/^clutch_[\w-]{43}$/)
  const asToken = { CLUTCH_API_TOKEN: secret, CLUTCH_OPERATOR_TOKEN_FILE: '/nowhere' }
  expect((await operator('audit list', {}, asToken)).code).toBe(0)
  expect((await operator('user list', {}, asToken)).err).toMatch(/operator\.not_permitted/)
  expect((await operator('user list', {}, { CLUTCH_OPERATOR_TOKEN_FILE: '/nowhere' })).err).toMatch(
    /CLUTCH_API_TOKEN/,
  )
  const [id = '', ...row] = (await table('token list'))[1] ?? []
  expect(row.slice(0, 4)).toEqual(['Overlay', '-', '{"audit":"read"}', '-'])
  expect((await operator(`token revoke ${id}`)).out).toBe('done')
  expect((await operator('audit list', {}, asToken)).err).toMatch(/operator\.unauthorized/)
})

test('the audit log is listed by actor, subject and action, in pages, with times that people read', async () => {
  await operator(`op add ${one}`)
  await operator(`op add ${two}`)
  const [head, latest, before, ...more] = await table('audit list')
  expect(head).toEqual(['id', 'at', 'actor', 'action', 'subject', 'refused', 'address'])
  expect(latest?.slice(1)).toEqual([
    '2026-11-21 20:00:00',
    'operator',
    'operatorAddOperator',
    two,
    '-',
    '127.0.0.1',
  ])
  expect([before?.[4], more]).toEqual([one, []])
  expect(await table('audit list --size 1')).toEqual([head, latest, ['1 of 2']])
  expect(await table('audit list --size 1 --page 2')).toEqual([head, before, ['1 of 2']])
  expect(await table(`audit list --subject ${one}`)).toEqual([head, before])
  expect(await table(`audit list actor=${one}`)).toEqual([['none']])
  expect(await table(`audit list --action 'operatorAddOperator' --actor operator`)).toHaveLength(3)
  expect((await operator('audit list --size many')).err).toMatch(/size: a whole number/)
  expect((await operator('audit list --size 0')).err).toMatch(/request\.invalid/)
  expect((await operator('audit list --help')).out).toMatch(/--actor .*\n.*--subject /)
})

test('C16 an operator lists and blocks accounts, and ends their sessions', async () => {
  const person = await signIn(context, one)
  expect((await table('user list --find 7656'))[1]?.slice(0, 3)).toEqual([person.userId, one, '#265729'])
  expect((await operator(`user end-session ${one} ${person.sessionId}`)).out).toBe('done')
  expect((await operator(`user end-session ${one} ${person.sessionId}`)).err).toMatch(/session\.not_found/)
  expect((await operator(`user end-sessions ${one}`)).out).toBe('done')
  expect((await operator(`user block ${one} --reason cheating --for 30d`)).out).toMatch(
    /"expires": "2026-12-21/,
  )
  expect(JSON.parse((await operator(`user show ${one} --json`)).out)).toMatchObject({
    block: { reason: 'cheating', by: 'operator' },
    sessions: [],
  })
  expect((await operator(`user unblock ${one}`)).out).toBe('done')
  expect(await table('user list --blocked true')).toEqual([['none']])
})

test.each([
  ['', null],
  ['--for 30d', 30 * day],
  ['--for 12h', day / 2],
  ['--for 4w', 28 * day],
  // The clock of these tests is at 20:00 of 21 November, in the community's time.
  ['--until 2026-11-21', day / 6],
  ['--until 2026-12-31', day / 6 + 40 * day],
  ['--until 2026-11-21T21:30', day / 16],
])('C18 a group is granted %s', async (words, length) => {
  const now = context.clock.now().getTime()
  const expires = length === null ? null : now + length
  const { out } = await operator(`group grant ${one} vip ${words} --json`)
  expect(JSON.parse(out)).toEqual({ steamId: one, group: 'vip', expires })
})

test('C18 an end may be given in ms, too, and is listed in readable form', async () => {
  const expires = Date.parse('2026-12-31T16:00:00Z')
  await operator(`group grant ${one} vip --expires ${expires}`)
  await operator(`group grant ${two} pro expires=null`)
  expect(await table('group list --sort name --direction asc')).toEqual([
    ['steamId', 'username', 'group', 'expires'],
    [one, '#265729', 'vip', '2027-01-01 00:00:00'],
    [two, '#265730', 'pro', '-'],
  ])
})

test.each([
  ['--for 30', /for: hours, days or weeks/],
  ['--for 0d', /for: hours, days or weeks/],
  ['--for 99999d --until 2026-12-31', /only one of/],
  ['--expires 5 --for 3d', /only one of/],
  ['--until 2026-02-31', /until: a day such as/],
  ['--until tomorrow', /until: a day such as/],
  ['--until 2026-12-31T25:00', /until: a day such as/],
])('C18 a group is not granted %s', async (words, message) => {
  const { code, err } = await operator(`group grant ${one} vip ${words}`)
  expect([code, err.split('\n').length]).toEqual([1, 1])
  expect(err).toMatch(message)
  expect((await operator('group list')).out).toBe('none')
})

test('C18 help tells how an end is given', async () => {
  expect((await operator('group grant --help')).out).toMatch(
    /--for 30d .*\n.*--until 2026-12-31 .*\n.*--expires /,
  )
})
