import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  serverInfoSchema,
  serverSchema,
  snapshotTimeHeader,
  snapshotVersionHeader,
} from '@clutch/contract/api/servers/servers.ts'
import type { NewServer } from '@clutch/contract/api/servers/operator-servers.ts'
import type { PortalSettingsChange } from '@clutch/contract/api/content/operator-portal-settings.ts'
import { propertyRuns } from '@clutch/tools/testing/test-options.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import type { QueryResult, QueryDriver, QueryTarget } from '../query/query-driver.ts'
import { QueryFailed } from '../query/query-failed.ts'
import type { ServerStatus } from '../polling/server-status.ts'
import { createServersApp, fetchServerList, registerTestServer, writeStatus } from '../testing/servers-app.ts'

let context: TestContext
let app: App
let queries: QueryTarget[]
let reply: (target: QueryTarget) => Promise<QueryResult>

const query: QueryDriver = {
  ask(target) {
    queries.push(target)
    return reply(target)
  },
  close: () => undefined,
}

const online: ServerStatus = {
  state: 'online',
  map: 'de_dust2',
  players: 3,
  max: 16,
  bots: 1,
  locked: false,
  gameVersion: null,
}
const answerOf = (list: QueryResult['list'] & object): QueryResult => ({
  ...online,
  name: 'x',
  players: list.length,
  list,
})

beforeAll(async () => {
  context = await createTestContext()
  app = await createServersApp(context, query)
})

beforeEach(async () => {
  queries = []
  reply = () => Promise.reject(new QueryFailed('no answer'))
  await Promise.all((await fetchServerList(app)).map(({ id }) => remove(id)))
  await vi.waitUntil(async () => (await fetchServerList(app)).length === 0)
  await change({ features: { servers: { enabled: true, features: { details: true, rules: true } } } })
})

afterAll(async () => {
  await app.close()
  await context.destroy()
})

const remove = (id: string) =>
  app.inject({ method: 'DELETE', url: `/api/operator/servers/${id}`, headers: asOperator })
const change = (payload: PortalSettingsChange) =>
  app.inject({ method: 'PATCH', url: '/api/operator/portal', headers: asOperator, payload })

/** Registers a server and waits until it is listed, with a status where one is given. */
async function listed(server: Partial<NewServer>, status?: ServerStatus): Promise<string> {
  const id = await registerTestServer(app, server)
  if (status) await writeStatus(context, id, status)
  await vi.waitFor(async () => {
    const found = (await fetchServerList(app)).find((one) => one.id === id)
    expect(found?.open).toBe(status?.state === 'online' ? 1 : 0)
  })
  return id
}

test('D13 the list has the shape of the contract: open a number, the display name as the operator gave it', async () => {
  await listed(
    { port: 1, name: 'plain', name_display: '显示', players_max: 20, tickrate: '128 tick', ontop: 2 },
    online,
  )
  await listed({ port: 2 })
  const list = await fetchServerList(app)
  expect(z.array(serverSchema).parse(list)).toEqual(list)
  expect(list[0]).toMatchObject({
    name: 'plain',
    name_display: '显示',
    players: '3/16',
    players_max: 20,
    open: 1,
    bots: 1,
  })
  expect(list[1]).toMatchObject({ players: '0/0', open: 0 })
  expect(list[1]).not.toHaveProperty('players_max')
})

test('D13 modes, maps and regions filter by comma lists; unknown values match nothing', async () => {
  await listed({ port: 1, category: 'retakes', region: 'ap-tokyo' }, { ...online, map: 'de_nuke' })
  await listed({ port: 2, category: 'public', region: 'ap-tokyo' }, online)
  await listed({ port: 3, category: 'no-awp dm', region: '自家' }, online)
  const ports = async (filter: string) => (await fetchServerList(app, filter)).map(({ port }) => port)
  expect(await ports('?modes=retakes,public')).toEqual([1, 2])
  expect(await ports('?modes=no-awp%20dm')).toEqual([3])
  expect(await ports('?modes= public , nothing&regions=ap-tokyo')).toEqual([2])
  expect(await ports('?maps=de_nuke&regions=ap-tokyo')).toEqual([1])
  expect(await ports(`?regions=${encodeURIComponent('自家')}`)).toEqual([3])
  expect(await ports('?modes=unheard')).toEqual([])
  expect(await ports('?modes=,&maps=&regions')).toEqual([1, 2, 3])
})

test('D13 the list carries tag, time and version; who has it gets 304; it is compressed as asked', async () => {
  await listed({ port: 1 }, online)
  const plain = await app.inject({ url: '/api/servers' })
  expect(plain.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
  expect(plain.headers[snapshotTimeHeader]).toBe(String(context.clock.now().getTime()))
  expect(Number(plain.headers[snapshotVersionHeader])).toBeGreaterThan(0)
  const same = await app.inject({
    url: '/api/servers',
    headers: { 'if-none-match': `"x", ${String(plain.headers['etag'])}` },
  })
  expect([same.statusCode, same.body]).toEqual([304, ''])
  expect(same.headers[snapshotTimeHeader]).toBe(plain.headers[snapshotTimeHeader])
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const [accepted, encoding] of [
    ['gzip, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
  ] as const) {
    const packed = await app.inject({ url: '/api/servers', headers: { 'accept-encoding': accepted } })
    expect(packed.headers['content-encoding']).toBe(encoding)
    expect(unpack[encoding](packed.rawPayload).toString()).toBe(plain.body)
  }
  await listed({ port: 2 })
  const other = await app.inject({
    url: '/api/servers',
    headers: { 'if-none-match': String(plain.headers['etag']) },
  })
  expect(other.statusCode).toBe(200)
})

test('D13 a filtered list is packed with gzip, and has the same tag for the same filter', async () => {
  await listed({ port: 1, category: 'retakes' }, online)
  await listed({ port: 2 }, online)
  const ask = (modes: string, headers = {}) =>
    app.inject({ url: `/api/servers?modes=${modes}`, headers: { 'accept-encoding': 'br, gzip', ...headers } })
  const packed = await ask('retakes,unheard')
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toMatchObject([{ port: 1 }])
  const brotliOnly = await ask('retakes', { 'accept-encoding': 'br' })
  expect(brotliOnly.json()).toMatchObject([{ port: 1 }])
  const again = await ask('retakes', { 'if-none-match': String(packed.headers['etag']) })
  expect(again.statusCode).toBe(304)
})

test('hostile query strings never break the API', async () => {
  await listed({ port: 1 }, online)
  const paths = [
    '/api/servers',
    '/api/server/info',
    '/api/servers/x',
    '/api/server/announcement',
    '/api/servers/x/history',
  ]
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.string().map((text) => text.replace(/[#\s]/g, '')),
    fc.constantFrom('%', '%00', '%ff', '__proto__', 'constructor', '[]', '&&==', '1e999', '-1', 'null'),
  )
  const key = fc.oneof(
    fc.constantFrom('modes', 'maps', 'regions', 'ip', 'port', 'language', 'range'),
    hostile,
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.array(fc.tuple(key, hostile), { maxLength: 6 }),
      async (path, pairs) => {
        const url = `${path}?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`
        const answer = await app.inject({ url })
        expect(answer.statusCode).toBeLessThan(500)
      },
    ),
    { numRuns: propertyRuns(10_000) },
  )
  expect(queries).toEqual([])
})

test('D14 an unregistered address answers 404 and no packet is sent', async () => {
  await registerTestServer(app, { ip: '127.0.0.2', hidden: true })
  // What is listed after it was detected after it.
  await listed({ port: 27_015 }, online)
  for (const address of ['ip=127.0.0.1&port=27016', 'ip=127.0.0.2&port=27015', 'ip=localhost&port=27015']) {
    const answer = await app.inject({ url: `/api/server/info?${address}` })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'server.not_registered'])
  }
  for (const address of [
    '',
    '?ip=127.0.0.1',
    '?ip=127.0.0.1&port=0',
    '?ip=127.0.0.1&port=x',
    '?ip=&port=1',
  ]) {
    expect((await app.inject({ url: `/api/server/info${address}` })).statusCode).toBe(400)
  }
  expect(queries).toEqual([])
})

test('D14 the players of a registered server; all who ask within 3 s share one question', async () => {
  await listed({ port: 27_015 }, online)
  reply = () => Promise.resolve(answerOf([{ name: '甲', seconds: 61 }, { name: 'bot' }]))
  const ask = () => app.inject({ url: '/api/server/info?ip=127.0.0.1&port=27015' })
  const answers = await Promise.all([ask(), ask(), ask()])
  for (const answer of answers) {
    expect(serverInfoSchema.parse(answer.json())).toEqual({
      players: {
        list: [
          { name: '甲', raw: { time: 61 } },
          { name: 'bot', raw: {} },
        ],
      },
      names: 'shown',
      at: context.clock.now().getTime(),
    })
  }
  context.clock.advance(2_999)
  await ask()
  expect(queries).toHaveLength(1)
  context.clock.advance(1)
  await ask()
  expect(queries).toHaveLength(2)
})

test('D14 nameless players are reported as hidden, an empty server as an empty list, silence as unreachable', async () => {
  await listed({ port: 27_015 }, online)
  const ask = async () => {
    context.clock.advance(3_000)
    return app.inject({ url: '/api/server/info?ip=127.0.0.1&port=27015' })
  }
  reply = () => Promise.resolve(answerOf([{ name: '', seconds: 9 }, { name: '' }]))
  expect((await ask()).json()).toMatchObject({
    names: 'hidden',
    players: { list: [{ name: '', raw: { time: 9 } }, { name: '' }] },
  })
  reply = () => Promise.resolve(answerOf([]))
  expect((await ask()).json()).toMatchObject({ names: 'shown', players: { list: [] } })
  reply = () => Promise.reject(new QueryFailed('no answer'))
  const silent = await ask()
  expect([silent.statusCode, silent.json<{ code: string }>().code]).toEqual([424, 'server.unreachable'])
})

test('D16 one server, its rules in the language asked, else those of the community', async () => {
  const own = await listed({ port: 1, rules: { zh: '规矩', en: '' } }, online)
  const none = await listed({ port: 2 })
  await change({ rules: { zh: '社区', en: 'Be kind' } })
  const rules = async (id: string, language: string) =>
    (await app.inject({ url: `/api/servers/${id}/rules?language=${language}` })).json<unknown>()
  const now = context.clock.now().getTime()
  expect(await rules(own, 'zh')).toEqual({ id: own, text: '规矩', updated: now - 0 })
  expect(await rules(own, 'en')).toEqual({ id: own, text: 'Be kind', updated: now })
  expect(await rules(none, 'zh')).toEqual({ id: none, text: '社区', updated: now })
  expect((await app.inject({ url: `/api/servers/${own}` })).json()).toMatchObject({
    id: own,
    map: 'de_dust2',
  })
  const unknown = '0195ffff-ffff-7fff-bfff-ffffffffffff'
  for (const path of ['', '/rules', '/history']) {
    expect((await app.inject({ url: `/api/servers/${unknown}${path}` })).statusCode).toBe(404)
    expect((await app.inject({ url: `/api/servers/not-an-id${path}` })).statusCode).toBe(400)
  }
})

test('A10 a part that is switched off answers 404; with the servers feature off every call does', async () => {
  const id = await listed({ port: 1 }, online)
  const codes = async () =>
    Promise.all(
      ['/api/servers', `/api/servers/${id}`, `/api/servers/${id}/history`, `/api/servers/${id}/rules`].map(
        async (url) => (await app.inject({ url })).json<{ code?: string }>().code ?? 'fine',
      ),
    )
  const off = 'portal.feature_off'
  expect(await codes()).toEqual(['fine', 'fine', 'fine', 'fine'])
  await change({ features: { servers: { features: { details: false } } } })
  expect(await codes()).toEqual(['fine', off, off, 'fine'])
  await change({ features: { servers: { features: { details: true, rules: false } } } })
  expect(await codes()).toEqual(['fine', 'fine', 'fine', off])
  await change({ features: { servers: { enabled: false } } })
  expect(await codes()).toEqual([off, off, off, off])
  for (const url of ['/api/servers/stream', '/api/server/info?ip=127.0.0.1&port=1']) {
    expect((await app.inject({ url })).json()).toMatchObject({ code: off })
  }
  expect(queries).toEqual([])
})
