import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Call } from '@clutch/contract/api/call.ts'
import { allCalls } from '@clutch/contract/api/index.ts'
import { operatorStreamServerLog } from '@clutch/contract/api/servers/operator-server-control.ts'
import { registerContent } from '../../domains/content/index.ts'
import type { App } from '../../platform/http/app.ts'
import { registerServers } from '../../domains/servers/index.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'
import { createTestApp } from '../../testing/http.ts'
import { commands } from './commands/all-commands.ts'
import { type CommandLine, openCommandLine } from './testing/command-line.ts'

let context: TestContext
let app: App
let shell: CommandLine

beforeAll(async () => {
  context = await createTestContext()
  app = await createTestApp(context)
  await registerServers(context, app, await registerContent(context, app))
  shell = await openCommandLine(context, app)
})

beforeEach(async () => {
  await context.database.deleteFrom('servers').execute()
  await context.database.deleteFrom('announcements').execute()
})

afterAll(async () => {
  await app.close()
  await context.destroy()
  shell.close()
})

const operator: CommandLine['operator'] = (...line) => shell.operator(...line)

const added = `server add --name 'Retakes #1' --ip 127.0.0.1 --port 27015 --category retakes --region ap-tokyo`

test('an operator adds, lists, changes and removes a server', async () => {
  const add = await operator(`${added} --rules-zh '规矩' --json`)
  expect([add.code, add.err]).toEqual([0, ''])
  const { id } = JSON.parse(add.out) as { id: string }
  const list = await operator('server list')
  expect(list.out).toMatch(new RegExp(`^id .*\n${id}  Retakes #1  127.0.0.1  27015  valve`))
  const change = await operator(
    `server change ${id} --name-display '显示' players_max=12 --hidden true --json`,
  )
  expect(JSON.parse(change.out)).toMatchObject({
    name_display: '显示',
    players_max: 12,
    hidden: true,
    rules: { zh: '规矩' },
  })
  expect(JSON.parse((await operator(`server change ${id} players_max=null --json`)).out)).toMatchObject({
    players_max: null,
  })
  expect(await operator(`server remove ${id}`)).toEqual({ code: 0, out: 'done', err: '' })
  expect((await operator('server list')).out).toBe('none')
})

test('help names the choices of what may be null, the regions, and no units of the API; another region is said to be shown as it is', async () => {
  const { out } = await operator('server change --help')
  expect(out).toMatch(/--board +dm \| .* \| null\n/)
  expect(out).toMatch(/--moderation-preset +game \| .* \| null\n/)
  expect(out).toContain('Regions: ap-beijing, ')
  expect((await operator('sanction import --help')).out).toContain('--OPTION-file FILE')
  expect((await operator('price set --help')).out).not.toMatch(/minor units|\(H1\)/)
  expect((await operator('group grant --help')).out).not.toContain('ms since 1970')
  expect((await operator(added.replace('ap-tokyo', 'moon'))).out).toMatch(/"moon" is no region/)
  expect((await operator(`${added.replace('27015', '27016')}`)).out).not.toContain('no region')
})

test('a portal that listens on all addresses, as in a container, is called on this machine', async () => {
  const url = `http://0.0.0.0:${shell.port}`
  expect(await operator(`server list --url ${url}`)).toEqual({ code: 0, out: 'none', err: '' })
  expect((await operator('server list --url http://[::]:9')).err).toBe('no portal answers at http://[::1]:9')
  expect((await operator('server list --url http://198.51.100.7:9')).err).toMatch(/https/)
})

test('a password is read from a file or the standard input, never from the command line', async () => {
  const { out } = await operator(`${added} --rcon-password-file - --json`, { '-': 'tok-secret\n' })
  expect(JSON.parse(out)).toMatchObject({ has_rcon: true })
  expect(out).not.toContain('tok-secret')
  for (const attempt of ['--rcon-password tok-secret', 'rcon_password=tok-secret']) {
    const refused = await operator(`${added} ${attempt}`)
    expect(refused.code).toBe(1)
    expect(refused.err).not.toContain('tok-secret')
  }
})

test('every secret that a command takes is one of a file', () => {
  const secrets = commands.flatMap(({ fields }) => fields).filter(({ secret }) => secret)
  expect([...new Set(secrets.map(({ path }) => path.join('.')))]).toEqual([
    'rcon_password',
    'target.url',
    'target.secret',
    'target.token',
    'workshopKey',
    'tokens',
  ])
})

test('announcements, switches, links and rules are set by their paths', async () => {
  const { out } = await operator(`announcement add --text-zh '你好' --json`)
  expect(JSON.parse(out)).toMatchObject({ text: { zh: '你好', en: '' } })
  const { id } = JSON.parse(out) as { id: string }
  expect((await operator('announcement list')).out).toContain('你好')
  expect((await operator(`announcement remove ${id}`)).code).toBe(0)
  await operator('portal set features.servers.features.details=false links.discord=https://d.example')
  await operator(`portal set --name Community filing.text=x filing.url=https://f.example`)
  const shown = JSON.parse((await operator('portal show')).out) as unknown
  expect(shown).toMatchObject({
    name: 'Community',
    features: { servers: { enabled: true, features: { details: false } } },
    links: { discord: 'https://d.example' },
    filing: { text: 'x' },
  })
  await operator('portal set links.discord=null filing=null')
  expect(JSON.parse((await operator('portal show')).out)).toMatchObject({ links: {}, filing: null })
  await operator('rules set --rules-zh-file rules.txt', { 'rules.txt': '一\n二\n' })
  await operator(`rules set --rules-en 'Be kind'`)
  expect(JSON.parse((await operator('rules show')).out)).toEqual({ zh: '一\n二', en: 'Be kind' })
})

test.each([
  ['server', /unknown command: server/],
  ['server fly', /unknown command: server fly/],
  ['server add --name x', /missing: --ip, --port, --category, --region/],
  [`${added.replace('27015', 'many')}`, /port: a whole number/],
  [`${added.replace('retakes', 'unheard')}`, /category: competitive \|/],
  [`${added} --wings 2`, /--wings/],
  ['server remove', /<id> is missing/],
  ['server remove 5', /<id> is invalid/],
  ['group grant 5 pro', /<steamId> is invalid/],
  ['op add 1234', /<who> is invalid: a SteamID64 or an e-mail address/],
  [`${added} --board moon`, /board: dm \| .* \| null/],
  ['group grant 76561197960265730', /<group> is missing/],
  ['server remove 0195ffff-ffff-7fff-bfff-ffffffffffff', /server\.not_registered/],
  ['portal set features.unknown=true', /does not take 'features.unknown'/],
  ['portal set --name', /name/],
  ['portal set links.discord=javascript:x', /request\.invalid/],
  ['server list --url http://cs.example.org', /https/],
  ['server list --url http://127.0.0.1:9', /no portal answers/],
  ['rental list', /request\.not_found.*not the role web.*CLUTCH_DATA_DIR/],
])('%s fails with one line', async (line, message) => {
  const { code, err, out } = await operator(line)
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(message)
  expect(err.split('\n')).toHaveLength(1)
})

test('a wrong or missing token, or no portal, is reported in one line', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'clutch-operator-'))
  const environment = { CLUTCH_DATA_DIR: elsewhere }
  expect((await operator('server list', {}, environment)).err).toMatch(/no portal runs.*CLUTCH_DATA_DIR/)
  const { port } = shell
  const public_ = { ...environment, CLUTCH_PUBLIC_URL: `http://localhost:${port}` }
  expect((await operator('server list', {}, public_)).err).toMatch(
    /cannot read the operator token.*CLUTCH_DATA_DIR/,
  )
  writeFileSync(join(elsewhere, 'operator.token'), 'another-token-of-sufficient-length')
  expect((await operator('server list', {}, public_)).err).toMatch(
    /operator\.unauthorized.*set CLUTCH_API_TOKEN/,
  )
  rmSync(elsewhere, { recursive: true })
})

test('every call of the operator has its command, and help names them all', async () => {
  // A stream has no end that a command could print.
  const called = new Set<Call>([operatorStreamServerLog, ...commands.map(({ call }) => call)])
  expect(allCalls.filter((call) => call.who === 'operator' && !called.has(call))).toEqual([])
  const { out } = await operator('--help')
  for (const { name } of commands) {
    expect(out).toContain(name)
    expect((await operator(`${name} --help`)).code).toBe(0)
  }
  expect(await operator('help')).toEqual({ code: 0, out, err: '' })
  for (const asked of ['server add --help', 'help server add'])
    expect((await operator(asked)).out).toMatch(/--rcon-password-file +a file/)
})
