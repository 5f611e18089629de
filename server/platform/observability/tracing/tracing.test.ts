import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OtlpReceiver, startOtlpReceiver } from '@clutch/emulators/otlp/otlp-receiver.ts'
import { readConfig } from '../../config/config.ts'
import { createLog } from '../../logging/logger.ts'
import { runInScope } from '../scope.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { createTestApp } from '../../../testing/http.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { nameStatement } from './statement-name.ts'
import { withSpan } from './spans.ts'
import { openTracing } from './tracing.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'

let receiver: OtlpReceiver
let stop: (() => Promise<void>) | null
let context: TestContext
let warnings: string[]
beforeEach(async () => {
  receiver = await startOtlpReceiver()
  const config = readConfig({
    CLUTCH_ENV: 'development',
    CLUTCH_PORT: '0',
    CLUTCH_TRUST_PROXY: 'loopback',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a-secret',
    OTEL_SERVICE_NAME: 'test-portal',
  })
  warnings = []
  const log = { warn: (_fields: object, text: string) => void warnings.push(text) }
  stop = await openTracing(config, '1.2.3', log)
  // Queries are traced of databases that are opened after the recorder.
  const database = await createTestDatabase()
  context = await createTestContext({ config, database })
})
afterEach(async () => {
  await stop?.()
  await context.destroy()
  await receiver.stop()
})

/** Sends what is left, and returns what arrived. */
async function received() {
  await stop?.()
  stop = null
  return receiver.spans
}

test('a request is a server span by its route, its queries are children, and no value is in them', async () => {
  const app = await createTestApp(context)
  app.get('/api/things/:id', async (request) => {
    const { id } = request.params as { id: string }
    const row = await context.database
      .selectFrom('users')
      .select('id')
      .where('steam_id', '=', id)
      .executeTakeFirst()
    return { found: row !== undefined }
  })
  app.get('/probe', { config: { untraced: true } }, () => ({ fine: true }))
  await app.inject('/probe')
  await app.inject('/api/things/76561198000000001?secret=hidden')
  await app.close()
  const spans = await received()
  const requests = spans.filter(({ kind }) => kind === 2)
  expect(requests).toHaveLength(1)
  const [server] = requests
  expect(server).toMatchObject({
    service: 'test-portal',
    name: 'GET /api/things/:id',
    parentSpanId: '',
    attributes: { 'http.route': '/api/things/:id', 'http.response.status_code': 200 },
  })
  const query = spans.find(({ name }) => name === 'select users')
  expect(query).toMatchObject({
    traceId: server?.traceId,
    parentSpanId: server?.spanId,
    kind: 3,
    attributes: { 'db.system.name': 'postgresql' },
  })
  expect((query?.endNs ?? 0n) >= (query?.startNs ?? 1n)).toBe(true)
  const text = JSON.stringify(spans, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  expect(text).not.toMatch(/76561198000000001|hidden|127\.0\.0\.1/)
  expect(receiver.authorizations).toContain('Bearer a-secret')
})

test('a trace of a trusted proxy goes on, and a failed call marks its span without its message', async () => {
  const app = await createTestApp(context)
  app.get('/api/fails', () =>
    withSpan('rcon command', { kind: 'client' }, () =>
      Promise.reject(Object.assign(new Error('connect 203.0.113.9 refused'), { code: 'ERCON' })),
    ),
  )
  const headers = {
    traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
    'x-forwarded-for': '198.51.100.7',
  }
  expect((await app.inject({ url: '/api/fails', headers })).statusCode).toBe(500)
  await app.close()
  const spans = await received()
  expect(spans.find(({ kind }) => kind === 2)).toMatchObject({
    traceId,
    parentSpanId: '00f067aa0ba902b7',
    status: 2,
  })
  expect(spans.find(({ name }) => name === 'rcon command')).toMatchObject({
    traceId,
    status: 2,
    attributes: { 'error.type': 'ERCON' },
  })
})

test('a job is a span, and the loops that look for work write none', async () => {
  await context.database.selectFrom('users').select('id').execute()
  const done = Promise.withResolvers<void>()
  await context.jobs.work('steam-profile', async () => {
    await context.database.selectFrom('users').select('id').execute()
    done.resolve()
  })
  await context.database
    .transaction()
    .execute((tx) => context.jobs.enqueue(tx, 'steam-profile', { steamId: '76561198000000001' }))
  await done.promise
  await context.jobs.stop()
  const spans = await received()
  const job = spans.find(({ name }) => name === 'job steam-profile')
  expect(job).toMatchObject({ kind: 5, parentSpanId: '' })
  const queries = spans.filter(({ name }) => name === 'select users')
  expect(queries.map(({ parentSpanId }) => parentSpanId)).toEqual([job?.spanId])
})

test('the span of a request, its log lines and its job name each other', async () => {
  const out = new PassThrough()
  const log = createLog('info', out)
  const app = await createTestApp({ ...context, log })
  app.post('/api/queues', async () => {
    log.info('handling')
    await context.database
      .transaction()
      .execute((tx) => context.jobs.enqueue(tx, 'steam-profile', { steamId: '76561198000000001' }))
    return { fine: true }
  })
  const done = Promise.withResolvers<void>()
  await context.jobs.work('steam-profile', (data) => {
    expect(data).toEqual({ steamId: '76561198000000001' })
    done.resolve()
    return Promise.resolve()
  })
  const requestId = String((await app.inject({ method: 'POST', url: '/api/queues' })).headers['x-request-id'])
  await done.promise
  await context.jobs.stop()
  await app.close()
  const spans = await received()
  const server = spans.find(({ kind }) => kind === 2)
  expect(server?.attributes).toMatchObject({ 'clutch.request.id': requestId })
  expect(spans.find(({ name }) => name === 'job steam-profile')).toMatchObject({
    attributes: { 'clutch.request.id': requestId },
    links: [{ traceId: server?.traceId, spanId: server?.spanId }],
  })
  const lines = String(out.read()).trim().split('\n')
  const named = lines.map((line) => JSON.parse(line) as { msg: string; traceId?: string })
  for (const msg of ['handling', 'request'])
    expect(named.find((line) => line.msg === msg)).toMatchObject({ requestId, traceId: server?.traceId })
})

test('a receiver that fails loses spans and nothing else', async () => {
  receiver.failNext(100, 400)
  const answer = await withSpan('work', { kind: 'internal' }, () => Promise.resolve(7))
  expect(answer).toBe(7)
  expect(await received()).toEqual([])
  expect(warnings).toEqual(['traces cannot be sent'])
})

test('without an endpoint work runs as it is', async () => {
  await stop?.()
  stop = await openTracing(readConfig({ CLUTCH_ENV: 'development', CLUTCH_PORT: '0' }), '1', {
    warn: () => undefined,
  })
  expect(stop).toBeNull()
  const scope = { requestId: null, span: undefined }
  await runInScope(scope, () => withSpan('work', { kind: 'internal' }, () => Promise.resolve()))
  expect(receiver.spans).toEqual([])
})

test.each([
  ['select "id" from "orders" where "id" in ($1, $2)', 'select orders'],
  ['insert into "orders" ("a") values ($1)', 'insert orders'],
  ['update "rentals" set "a" = $1', 'update rentals'],
  ['delete from tickets', 'delete tickets'],
  ['with due as (select id from refunds) update refunds set a = 1', 'select refunds'],
  ['begin', 'statement'],
])('%s is named %s', (text, summary) => {
  expect(nameStatement(text).summary).toBe(summary)
})

test('lists of any length are one statement', () => {
  const prints = ['in ($1)', 'in ($1, $2, $3)'].map((list) =>
    nameStatement(`select 1 from a where b ${list}`),
  )
  expect(new Set(prints.map(({ fingerprint }) => fingerprint)).size).toBe(1)
})
