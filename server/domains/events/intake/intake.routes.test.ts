import { once } from 'node:events'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { eventBatchesPerSecond, eventBodyMaxBytes } from '@clutch/contract/limits.ts'
import type { App } from '../../../platform/http/app.ts'
import { disconnectDatabase } from '../../servers/testing/database-outage.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import {
  type TestReporter,
  addReporter,
  createEventsApp,
  issueTestSecret,
  buildBatch,
  postLog,
} from '../testing/events-app.ts'

let context: TestContext
let app: App
let server: TestReporter
let logged = ''

const stranger = 'x'.repeat(43)
const line = Buffer.from('11/21/2026 - 14:02:07.123 - World triggered "Round_Start"\n')

beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += String(chunk)
      done()
    },
  })
  context = await createTestContext({ log: pino({ level: 'trace' }, sink) })
  app = await createEventsApp(context)
  server = await addReporter(app)
})

afterEach(() => context.clock.advance(60_000))

afterAll(async () => {
  await app.close()
  await context.destroy()
})

const stored = () =>
  context.database
    .selectFrom('event_batches as b')
    .innerJoin('event_streams as s', 's.id', 'b.stream_id')
    .select([
      's.server_id',
      's.kind',
      's.token',
      'b.key',
      'b.at',
      'b.begins',
      'b.body',
      'b.board',
      'b.min_humans',
    ])
    .orderBy('b.id')
    .execute()

const post = (secret: string, payload: Buffer | string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: `/api/events/log/${secret}`, payload, headers })

const codeOf = (answer: { json<T>(): T; statusCode: number }) => [
  answer.statusCode,
  answer.json<{ code?: string }>().code,
]

test('I9 a batch is answered 200 once it is stored, with the rules of its server; a repeat is the same', async () => {
  const sent = buildBatch('run', 0, line)
  const [first, again] = [
    await post(server.secret, sent.body, sent.headers),
    await postLog(app, server.secret, sent),
  ]
  expect([first.statusCode, first.json(), again]).toEqual([200, {}, 200])
  expect(await stored()).toEqual([
    {
      server_id: server.id,
      kind: 'log',
      token: 'run',
      key: `0-${line.length}`,
      at: String(Date.parse('2026-11-21T14:02:07.123Z')),
      begins: '0',
      body: line,
      board: 'dm',
      min_humans: 2,
    },
  ])
})

test('I9 a batch without headers is identified by its body', async () => {
  const other = await addReporter(app, { board: null, min_humans: 5 })
  for (const body of [line, line, Buffer.concat([line, line])]) {
    expect((await post(other.secret, body)).statusCode).toBe(200)
  }
  const mine = (await stored()).filter(({ server_id }) => server_id === other.id)
  expect(mine).toHaveLength(2)
  expect(mine[0]).toMatchObject({
    token: '',
    board: null,
    min_humans: 5,
    at: String(Date.parse('2026-11-21T14:02:07.123Z')),
  })
})

test.each(['text/plain', 'application/json', 'application/x-www-form-urlencoded', 'not a type', ''])(
  'I9 the type of the body does not matter (%s)',
  async (type) => {
    const { secret, id } = await addReporter(app)
    const body = Buffer.from(`${line.toString()}{"ö`)
    expect((await post(secret, body, type === '' ? {} : { 'content-type': type })).statusCode).toBe(200)
    expect((await stored()).find(({ server_id }) => server_id === id)?.body).toEqual(body)
  },
)

test('I9 an empty body is no batch', async () => {
  const before = (await stored()).length
  for (const headers of [{}, { 'content-type': 'text/plain' }]) {
    expect((await post(server.secret, '', headers)).statusCode).toBe(200)
  }
  expect(await stored()).toHaveLength(before)
})

test('I9 what an operator typed is blanked before it is stored', async () => {
  const { secret, id } = await addReporter(app)
  const said = '11/21/2026 - 14:02:07.123 - rcon from "10.0.0.1:5": command "sv_password hunter2"\n'
  const sent = buildBatch('run', 0, Buffer.from(said))
  expect(await postLog(app, secret, sent)).toBe(200)
  const body = (await stored()).find(({ server_id }) => server_id === id)?.body ?? Buffer.alloc(0)
  expect(body).toHaveLength(said.length)
  expect(body.toString()).not.toContain('hunter2')
})

test('I10 a stranger is turned away, whatever the secret looks like', async () => {
  for (const secret of [stranger, 'short', `${server.secret}x`, server.secret.toUpperCase()]) {
    expect(codeOf(await post(secret, line))).toEqual([401, 'event.unknown_secret'])
    context.clock.advance(1_000)
  }
  const match = (authorization?: string) =>
    app.inject({
      method: 'POST',
      url: '/api/events/matchzy',
      payload: '{}',
      headers: authorization ? { authorization } : {},
    })
  expect(codeOf(await match())).toEqual([401, 'event.unknown_secret'])
  expect(codeOf(await match(`Bearer ${stranger}`))).toEqual([401, 'event.unknown_secret'])
  expect(codeOf(await match(`Basic ${server.secret}`))).toEqual([401, 'event.unknown_secret'])
})

test('I10 a stranger is turned away before the body is read', async () => {
  const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), hostname)
  socket.write(`POST /api/events/log/nobody HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /)
  socket.destroy()
})

test('I10 a replaced or revoked secret, or one of a deleted server, is answered 410', async () => {
  const { id, secret } = await addReporter(app)
  expect((await post(secret, line)).statusCode).toBe(200)
  const second = await issueTestSecret(app, id)
  await vi.waitFor(async () => expect(codeOf(await post(secret, line))).toEqual([410, 'event.revoked']))
  expect((await post(second, line)).statusCode).toBe(200)
  const url = `/api/operator/servers/${id}/report-secret`
  expect((await app.inject({ method: 'DELETE', url, headers: asOperator })).statusCode).toBe(204)
  await vi.waitFor(async () => expect(codeOf(await post(second, line))).toEqual([410, 'event.revoked']))
  const third = await issueTestSecret(app, id)
  expect((await post(third, line)).statusCode).toBe(200)
  await app.inject({ method: 'DELETE', url: `/api/operator/servers/${id}`, headers: asOperator })
  await vi.waitFor(async () => expect(codeOf(await post(third, line))).toEqual([410, 'event.revoked']))
})

test('I10 a secret is valid in every process as soon as it is issued', async () => {
  const other = await createEventsApp(context)
  const secret = await issueTestSecret(app, server.id)
  expect(await postLog(other, secret, buildBatch('two', 0, line))).toBe(200)
  server = { ...server, secret }
  await other.close()
})

test('I10 a change of the rules counts from the next batch on', async () => {
  const { id, secret } = await addReporter(app)
  await postLog(app, secret, buildBatch('run', 0, line))
  const payload = { board: 'retakes', min_humans: 7 }
  await app.inject({ method: 'PATCH', url: `/api/operator/servers/${id}`, headers: asOperator, payload })
  let begins = 1_000
  await vi.waitFor(async () => {
    await postLog(app, secret, buildBatch('run', (begins += 1_000), line))
    const mine = (await stored()).filter(({ server_id }) => server_id === id)
    expect(mine.at(0)).toMatchObject({ board: 'dm', min_humans: 2 })
    expect(mine.at(-1)).toMatchObject({ board: 'retakes', min_humans: 7 })
  })
})

test('I10 a batch may be 1 MB and no byte more, announced or not', async () => {
  const { secret } = await addReporter(app)
  expect((await post(secret, Buffer.alloc(eventBodyMaxBytes, 'a'))).statusCode).toBe(200)
  expect(codeOf(await post(secret, Buffer.alloc(eventBodyMaxBytes + 1, 'a')))).toEqual([
    413,
    'request.too_large',
  ])
  const { url } = { url: app.listeningOrigin }
  // Not endless: the memory of this process would be, where the answer comes late.
  let chunks = 64
  const unannounced = new ReadableStream({
    pull: (controller) => (chunks-- > 0 ? controller.enqueue(Buffer.alloc(65_536, 'a')) : controller.close()),
  })
  const answer = await fetch(`${url}/api/events/log/${secret}`, {
    method: 'POST',
    body: unannounced,
    duplex: 'half',
  }).catch(() => null)
  expect(answer?.status ?? 413).toBe(413)
})

test('I10 a compressed body is refused', async () => {
  for (const encoding of ['gzip', 'deflate', 'br']) {
    const answer = await post(server.secret, gzipSync(line), { 'content-encoding': encoding })
    expect(codeOf(answer)).toEqual([415, 'request.unsupported_media'])
  }
  expect((await post(server.secret, line, { 'content-encoding': 'identity' })).statusCode).toBe(200)
})

test('I10 a server that sends too much is answered when to retry; others are not delayed', async () => {
  const { secret } = await addReporter(app)
  let answer = await post(secret, '')
  for (let sent = 1; answer.statusCode === 200; sent++) {
    expect(sent).toBeLessThanOrEqual(10 * eventBatchesPerSecond)
    answer = await post(secret, '')
  }
  expect(codeOf(answer)).toEqual([429, 'event.over_limit'])
  expect(Number(answer.headers['retry-after'])).toBe(1)
  expect((await post(server.secret, '')).statusCode).toBe(200)
  context.clock.advance(1_000)
  expect((await post(secret, '')).statusCode).toBe(200)
})

test('I9 MatchZy shows its secret in a header; its events are stored as they come, each once', async () => {
  const { id, secret } = await addReporter(app)
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  for (const payload of [
    '{"event":"series_start","matchid":1}',
    '{"event":"series_start","matchid":1}',
    '{broken',
  ]) {
    const answer = await app.inject({ method: 'POST', url: '/api/events/matchzy', payload, headers })
    expect(answer.statusCode).toBe(200)
  }
  const mine = (await stored()).filter(({ server_id }) => server_id === id)
  expect(mine.map(({ kind, body }) => [kind, String(body)])).toEqual([
    ['matchzy', '{"event":"series_start","matchid":1}'],
    ['matchzy', '{broken'],
  ])
})

test('I9 while the database is down no 200, 401 or 410 is sent, so that the batch is sent again', async () => {
  const { secret } = await addReporter(app)
  const comeBack = await disconnectDatabase(context.database)
  try {
    expect((await post(secret, line)).statusCode).toBeGreaterThanOrEqual(500)
    expect((await post(stranger, line)).statusCode).toBeGreaterThanOrEqual(500)
  } finally {
    await comeBack()
  }
  expect(await postLog(app, secret, buildBatch('run', 0, line))).toBe(200)
})

test('I10 no secret is ever written to a log, not even of a request that fails', async () => {
  for (const method of ['POST', 'GET', 'PUT'] as const) {
    await app.inject({ method, url: `/api/events/log/${server.secret}`, payload: line })
    await app.inject({ method, url: `/api/events/log/${server.secret}/more?${server.secret}`, payload: line })
  }
  expect(logged).toContain('/api/events/log/:secret')
  for (const secret of [server.secret, stranger]) expect(logged).not.toContain(secret)
  const answer = await app.inject({ url: '/api/docs/json' })
  expect(answer.json()).toMatchObject({
    paths: { '/api/events/matchzy': { post: { security: [{ gameServer: [] }] } } },
  })
})
