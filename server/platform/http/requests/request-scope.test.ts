import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { createLog } from '../../logging/logger.ts'
import { createTestApp } from '../../../testing/http.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import type { App } from '../app.ts'
import { registerHealth } from '../health.ts'

const given = '0190f5fe-7c00-7a00-8000-000000000001'
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
const behindProxy = { 'x-forwarded-for': '203.0.113.7' }

let context: TestContext
let app: App
let out: PassThrough
beforeEach(async () => {
  out = new PassThrough()
  const config = readConfig({
    CLUTCH_ENV: 'development',
    CLUTCH_PORT: '0',
    CLUTCH_TRUST_PROXY: 'loopback',
  })
  context = await createTestContext({ config, log: createLog('info', out) })
  app = await createTestApp(context)
  app.post('/api/things/:id', async () => {
    await Promise.resolve()
    context.log.info('handling')
    await context.database.transaction().execute(async (tx) => {
      await context.jobs.enqueue(tx, 'steam-profile', { steamId: '76561198000000001' })
    })
    return { fine: true }
  })
  app.get('/api/broken', () => Promise.reject(new Error('broken')))
})
afterEach(async () => {
  await app.close()
  await context.destroy()
})

interface Line {
  msg: string
  requestId?: string
}

function lines(): Line[] {
  return String(out.read() ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
}

async function send(headers: Record<string, string>, remoteAddress = '127.0.0.1'): Promise<string> {
  const payload = { some: 'body' }
  const answer = await app.inject({ method: 'POST', url: '/api/things/1', payload, headers, remoteAddress })
  expect(answer.statusCode).toBe(200)
  return String(answer.headers['x-request-id'])
}

test('a request has one id: in its answer, its log lines, its access log and its job', async () => {
  const done: Line[] = []
  await context.jobs.work('steam-profile', (data) => {
    context.log.info('working')
    expect(data).toEqual({ steamId: '76561198000000001' })
    return Promise.resolve()
  })
  const id = await send({})
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  await vi.waitUntil(() => done.push(...lines()) && done.some(({ msg }) => msg === 'working'), 15_000)
  for (const msg of ['handling', 'request', 'working'])
    expect(done.find((line) => line.msg === msg)).toMatchObject({ requestId: id })
})

test('two requests at the same time keep their ids apart', async () => {
  const ids = await Promise.all([send({}), send({})])
  expect(new Set(ids).size).toBe(2)
  const handled = lines().filter(({ msg }) => msg === 'handling')
  expect(new Set(handled.map(({ requestId }) => requestId))).toEqual(new Set(ids))
})

test('a failed request is logged with its id', async () => {
  const answer = await app.inject('/api/broken')
  expect(answer.statusCode).toBe(500)
  expect(lines().find(({ msg }) => msg === 'request failed')).toMatchObject({
    requestId: answer.headers['x-request-id'],
  })
})

test('a health check that succeeds writes no line', async () => {
  registerHealth(app, { database: () => false })
  for (const url of ['/healthz', '/readyz']) await app.inject(url)
  expect(lines().filter(({ msg }) => msg === 'request')).toMatchObject([{ route: '/readyz' }])
})

test('a trusted proxy may bring the id, or a trace that becomes it', async () => {
  expect(await send({ ...behindProxy, 'x-request-id': given })).toBe(given)
  expect(await send({ ...behindProxy, traceparent })).toBe(traceId)
  expect(await send({ ...behindProxy, traceparent, 'x-request-id': given })).toBe(given)
})

test('the id of any other client, and a malformed one, are ignored', async () => {
  expect(await send({ 'x-request-id': given, traceparent })).not.toBe(given)
  expect(await send({ ...behindProxy, 'x-request-id': given }, '198.51.100.9')).not.toBe(given)
  for (const wrong of ['short', `${given} x`, 'a'.repeat(65), '{"a":1}-------'])
    expect(await send({ ...behindProxy, 'x-request-id': wrong })).toMatch(/^[0-9a-f-]{36}$/)
  const zero = `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`
  expect(await send({ ...behindProxy, traceparent: zero })).toMatch(/^[0-9a-f-]{36}$/)
})
