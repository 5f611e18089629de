import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { RegisteredServer } from '@clutch/contract/api/servers/operator-servers.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import { rconSealContext } from './registry.service.ts'
import {
  createServersApp,
  buildServer,
  fetchServerList,
  registerTestServer,
  writeStatus,
} from '../testing/servers-app.ts'

let context: TestContext
let app: App

beforeAll(async () => {
  context = await createTestContext()
  app = await createServersApp(context)
})

beforeEach(async () => {
  await context.database.deleteFrom('servers').execute()
})

afterAll(async () => {
  await app.close()
  await context.destroy()
})

const url = '/api/operator/servers'
const add = (payload: object) => app.inject({ method: 'POST', url, headers: asOperator, payload })
const change = (id: string, payload: object) =>
  app.inject({ method: 'PATCH', url: `${url}/${id}`, headers: asOperator, payload })
const all = async () => (await app.inject({ url, headers: asOperator })).json<RegisteredServer[]>()

test('an operator registers, changes and removes servers', async () => {
  const added = (
    await add(buildServer({ name: 'A', rules: { zh: '规矩', en: '' } }))
  ).json<RegisteredServer>()
  expect(added).toMatchObject({
    name: 'A',
    protocol: 'valve',
    state: 'unknown',
    has_rcon: false,
    reserved: 2,
  })
  const changed = await change(added.id, { name_display: '甲', players_max: 12 })
  expect(changed.json()).toEqual({ ...added, name_display: '甲', players_max: 12, revision: 2 })
  expect(await all()).toEqual([changed.json()])
  const removed = await app.inject({ method: 'DELETE', url: `${url}/${added.id}`, headers: asOperator })
  expect([removed.statusCode, removed.body]).toEqual([204, ''])
  expect(await all()).toEqual([])
})

test('I10 a server feeds no board until the operator names one, and counts by the operator’s rules', async () => {
  const added = (await add(buildServer())).json<RegisteredServer>()
  expect(added).toMatchObject({ board: null, free_for_all: false, min_humans: 2 })
  const rules = { board: 'dm-pistol', free_for_all: true, min_humans: 6 }
  expect((await change(added.id, rules)).json()).toEqual({ ...added, ...rules, revision: 2 })
  expect((await add(buildServer({ port: 2, board: 'retakes', min_humans: 1 }))).json()).toMatchObject({
    board: 'retakes',
    free_for_all: false,
    min_humans: 1,
  })
  expect((await change(added.id, { name: 'x' })).json()).toMatchObject(rules)
  expect((await change(added.id, { board: null })).json()).toMatchObject({ ...rules, board: null })
})

test('C10 no server sends bind codes until the operator enables it', async () => {
  const added = (await add(buildServer())).json<RegisteredServer>()
  expect(added).toMatchObject({ may_bind: false })
  expect((await change(added.id, { may_bind: true })).json()).toEqual({
    ...added,
    may_bind: true,
    revision: 2,
  })
  expect((await change(added.id, { name: 'x' })).json()).toMatchObject({ may_bind: true })
  expect((await add(buildServer({ port: 2, may_bind: true }))).json()).toMatchObject({ may_bind: true })
  expect((await all()).map(({ may_bind }) => may_bind)).toEqual([true, true])
})

test('J of two operators who edit one server, the second gets a conflict and changes nothing', async () => {
  const { id, revision } = (await add(buildServer({ name: 'A' }))).json<RegisteredServer>()
  const first = (await change(id, { name: 'B', revision })).json<RegisteredServer>()
  const second = await change(id, { name: 'C', revision })
  expect([second.statusCode, second.json<{ code: string }>().code]).toEqual([409, 'edit.conflict'])
  const remove = (expected: number) =>
    app.inject({ method: 'DELETE', url: `${url}/${id}?revision=${expected}`, headers: asOperator })
  expect((await remove(revision)).statusCode).toBe(409)
  expect((await all()).map(({ name }) => name)).toEqual(['B'])
  expect((await remove(first.revision)).statusCode).toBe(204)
})

test('J a server in maintenance is still asked and listed, with its note', async () => {
  const note = { zh: '换硬盘', en: '' }
  const added = (
    await add(buildServer({ maintenance: true, maintenance_note: note }))
  ).json<RegisteredServer>()
  expect(added).toMatchObject({ maintenance: true, maintenance_note: note })
  await writeStatus(context, added.id, {
    state: 'online',
    map: 'de_nuke',
    players: 3,
    max: 16,
    bots: 0,
    locked: false,
    gameVersion: null,
  })
  await vi.waitFor(async () => {
    expect(await fetchServerList(app)).toMatchObject([{ open: 1, players: '3/16', maintenance: note }])
  })
  expect((await all())[0]).toMatchObject({ state: 'online', seen: { map: 'de_nuke', players: 3 } })
  const over = (await change(added.id, { maintenance: false })).json<RegisteredServer>()
  expect(over.maintenance_note).toEqual(note)
  await vi.waitFor(async () => {
    expect((await fetchServerList(app))[0]).not.toHaveProperty('maintenance')
  })
})

test('only the operator may', async () => {
  const id = await registerTestServer(app, {})
  const attempts = [
    { method: 'GET', url },
    { method: 'POST', url, payload: buildServer({ port: 1 }) },
    { method: 'PATCH', url: `${url}/${id}`, payload: { name: 'x' } },
    { method: 'DELETE', url: `${url}/${id}` },
  ] as const
  for (const attempt of attempts) {
    for (const headers of [{}, { authorization: 'Bearer wrong-token-of-sufficient-length' }]) {
      const answer = await app.inject({ ...attempt, headers })
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
        401,
        'operator.unauthorized',
      ])
    }
  }
  expect(await all()).toHaveLength(1)
})

test('an address is registered once, however it is written', async () => {
  await registerTestServer(app, { ip: '2001:db8::1', port: 5 })
  await registerTestServer(app, { ip: 'CS.example.org', port: 5 })
  for (const ip of ['2001:DB8:0:0:0:0:0:1', 'cs.EXAMPLE.org']) {
    const again = await add(buildServer({ ip, port: 5 }))
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([
      409,
      'server.already_registered',
    ])
  }
  const other = await registerTestServer(app, { ip: '2001:db8::1', port: 6 })
  expect((await change(other, { port: 5 })).statusCode).toBe(409)
  expect(await all()).toHaveLength(3)
})

test('bad registrations are refused and change nothing', async () => {
  const wrong = [
    { port: 0 },
    { port: 70_000 },
    { ip: 'a b' },
    { ip: '' },
    { name: 'a\u0000b' },
    { rules: { zh: 'a\u0000b', en: '' } },
    { rules: { zh: '', en: 'a\u001bb' } },
    { category: 'unheard' },
    { region: 'a,b' },
    { name: '' },
    { name: 'a\nb' },
    { name: 'Admin\u202e#1' },
    { name_display: '\u2067Admin' },
    { protocol: 'no_such_game' },
    { protocol: 'constructor' },
    { reserved: 9 },
    { board: 'public' },
    { board: '' },
    { free_for_all: 'yes' },
    { may_bind: 1 },
    { min_humans: 0 },
    { min_humans: 2.5 },
    { min_humans: 65 },
    { unknown: 1 },
  ]
  for (const fields of wrong) {
    const answer = await add({ ...buildServer(), ...fields })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'request.invalid'])
  }
  expect(await all()).toEqual([])
  const missing = '0195ffff-ffff-7fff-bfff-ffffffffffff'
  expect((await change(missing, { name: 'x' })).statusCode).toBe(404)
})

test.each([
  'example.com:27015',
  '1:2',
  '999.1.1.1',
  '1.2.3',
  'a..b',
  '-a.example',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  'ff02::1',
  '::ffff:224.0.0.1',
  'fe80::1%eth0',
])('%s is no address of a game server', async (ip) => {
  expect((await add(buildServer({ ip: '127.0.0.1' }))).statusCode).toBe(200)
  expect((await add({ ...buildServer({ port: 2 }), ip })).statusCode).toBe(400)
})

test.each([
  ['::1', '::1'],
  ['::ffff:127.0.0.1', '127.0.0.1'],
  ['2001:DB8::1', '2001:db8::1'],
  ['10.0.0.9', '10.0.0.9'],
  ['localhost', 'localhost'],
  ['CS-1.example.org', 'cs-1.example.org'],
])('%s is an address, stored as %s', async (ip, stored) => {
  expect((await add({ ...buildServer(), ip })).json()).toMatchObject({ ip: stored })
})

test('J a server that moves loses its RCON password, so that it cannot be sent to another console', async () => {
  const added = await add(buildServer({ ip: '8.8.8.8', port: 5, rcon_password: 'tok-secret' }))
  const { id } = added.json<RegisteredServer>()
  const withPassword = { rcon_password: 'tok-secret' }
  const whole = { ip: '8.8.8.8', port: 5, name: 'same place' }
  expect((await change(id, whole)).json()).toMatchObject({ has_rcon: true })
  expect((await change(id, { ip: '::ffff:8.8.8.8' })).json()).toMatchObject({ has_rcon: true })
  expect((await change(id, { port: 6 })).json()).toMatchObject({ port: 6, has_rcon: false })
  expect((await change(id, { port: 5 })).json()).toMatchObject({ port: 5, has_rcon: false })
  expect((await change(id, { port: 7, ...withPassword })).json()).toMatchObject({ port: 7, has_rcon: true })
  expect((await change(id, { ip: 'cs.example.org' })).json()).toMatchObject({ has_rcon: false })
})

test('the RCON password is stored sealed, never answered, and forgotten by null', async () => {
  const added = await add(buildServer({ rcon_password: 'tok-secret' }))
  expect(added.body).not.toContain('tok-secret')
  const { id } = added.json<RegisteredServer>()
  expect((await all())[0]).toMatchObject({ has_rcon: true })
  const stored = await context.database
    .selectFrom('servers')
    .select('rcon_password')
    .executeTakeFirstOrThrow()
  expect(stored.rcon_password).not.toContain('tok-secret')
  expect(context.keys.open(stored.rcon_password ?? '', rconSealContext(id))).toBe('tok-secret')
  expect((await change(id, { name: 'y' })).json()).toMatchObject({ has_rcon: true })
  expect((await change(id, { rcon_password: null })).json()).toMatchObject({ has_rcon: false })
})
