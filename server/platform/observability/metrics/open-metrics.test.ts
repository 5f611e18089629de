import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { openDatabase } from '../../database/index.ts'
import { startFreezingProxy } from '../../../testing/freezing-proxy.ts'
import { createTestApp } from '../../../testing/http.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { RequestDurations } from './request-durations.ts'
import { defineCounter } from './instruments.ts'
import { type Metrics, openMetrics, registerMetrics, serveMetrics } from './open-metrics.ts'
import { type DatabaseSource, sampleEveryMs } from './sampled-gauges.ts'

const token = 'a-token-of-some-length'
const testGauge = { name: 'clutch_test_rows', help: 'For tests.', labels: ['kind'] } as const

let context: TestContext
beforeEach(async () => {
  context = await createTestContext({ config: configOf({ CLUTCH_METRICS_PORT: '0' }) })
})
afterEach(() => context.destroy())

function configOf(environment: Record<string, string>) {
  return readConfig({ CLUTCH_ENV: 'development', CLUTCH_PORT: '0', ...environment })
}

/** Counts how often it is read; every reading reports its number. */
function countingSource(): DatabaseSource & { reads: number } {
  const source = {
    gauges: [testGauge],
    reads: 0,
    read: () => {
      source.reads += 1
      return Promise.resolve([{ gauge: testGauge, labels: { kind: 'read' }, value: source.reads }])
    },
  }
  return source
}

function open(database: readonly DatabaseSource[] = []): Promise<Metrics> {
  return openMetrics(context, { version: '1.2.3', database })
}

const scrape = async (metrics: Metrics) => (await metrics.read()).body

test('requests are measured by route pattern, without addresses, ids and queries', async () => {
  const metrics = await open()
  const app = await createTestApp(context)
  app.get('/api/measured/:id', async () => ({ fine: true }))
  await app.inject('/api/measured/76561198000000001?secret=hidden')
  await app.inject('/nowhere/76561198000000001')
  await app.close()
  const body = await scrape(metrics)
  expect(body).toContain(
    'clutch_http_request_duration_seconds_count{method="GET",route="/api/measured/:id",status="200"} 1',
  )
  expect(body).toContain('route="unmatched",status="404"')
  expect(body).not.toMatch(/76561198000000001|hidden|127\.0\.0\.1/)
})

test('durations are counted in cumulative limits, with labels escaped', () => {
  const durations = new RequestDurations()
  const request = { method: 'GET', route: '/a"b\\\\c', status: 200 }
  for (const seconds of [0.001, 0.005, 0.3, 60]) durations.observe(request, seconds)
  const labels = String.raw`method="GET",route="/a\"b\\\\c",status="200"`
  const name = 'clutch_http_request_duration_seconds'
  const lines = durations.toText().split('\n')
  for (const [le, count] of [
    ['0.005', 2],
    ['0.25', 2],
    ['0.5', 3],
    ['10', 3],
    ['+Inf', 4],
  ])
    expect(lines).toContain(`${name}_bucket{${labels},le="${le}"} ${count}`)
  expect(lines).toContain(`${name}_sum{${labels}} 60.306`)
  expect(lines).toContain(`${name}_count{${labels}} 4`)
})

test('a reading that fails is answered 500, and the port stays open', async () => {
  let isBroken = true
  const server = await serveMetrics(context, {
    read: () =>
      isBroken ? Promise.reject(new Error('broken')) : Promise.resolve({ type: 'text/plain', body: '' }),
  })
  const read = async () => (await fetch(server?.url ?? '')).status
  expect(await read()).toBe(500)
  isBroken = false
  expect(await read()).toBe(200)
  await server?.stop()
})

test('process, pool and version are reported', async () => {
  const body = await scrape(await open())
  expect(body).toMatch(/^process_cpu_seconds_total /m)
  expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  expect(body).toMatch(/^clutch_database_pool_connections\{state="idle"\} \d/m)
  expect(body).toContain('clutch_build_info{version="1.2.3",roles="poller,web,worker"} 1')
  expect(body).toContain('clutch_database_up 1')
})

test('the database is read once for scrapes at the same time, and again only after a while', async () => {
  const source = countingSource()
  const metrics = await open([source])
  const bodies = await Promise.all([scrape(metrics), scrape(metrics)])
  for (const body of bodies) expect(body).toContain('clutch_test_rows{kind="read"} 1')
  context.clock.advance(sampleEveryMs - 1)
  await scrape(metrics)
  expect(source.reads).toBe(1)
  context.clock.advance(1)
  expect(await scrape(metrics)).toContain('clutch_test_rows{kind="read"} 2')
})

test('a database that does not answer leaves the metrics of the process, and no old value of its own', async () => {
  const proxy = await startFreezingProxy()
  const { host, port } = proxy
  const address = { ...(context.database.address as { host: string }), host, port } as never
  const away = openDatabase(address, context.log, 2)
  const metrics = await openMetrics(
    { ...context, database: away },
    { version: '1', database: [countingSource()] },
  )
  expect(await scrape(metrics)).toContain('clutch_database_up 1')
  await proxy.close()
  context.clock.advance(sampleEveryMs)
  const body = await scrape(metrics)
  expect(body).toContain('clutch_database_up 0')
  expect(body).not.toContain('clutch_test_rows{')
  expect(body).toMatch(/^process_cpu_seconds_total /m)
  await away.destroy()
})

test('the port of its own answers /metrics alone', async () => {
  const server = await serveMetrics(context, await open())
  const url = server?.url ?? ''
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  expect((await fetch(url, { method: 'POST' })).status).toBe(405)
  expect((await fetch(new URL('/healthz', url))).status).toBe(404)
  await server?.stop()
})

test('with a token both ports answer only to its bearer', async () => {
  const config = configOf({ CLUTCH_METRICS_PORT: '0', CLUTCH_METRICS_TOKEN: token })
  const metrics = await open()
  const server = await serveMetrics({ ...context, config }, metrics)
  const app = await createTestApp(context)
  registerMetrics(app, metrics, token)
  const own = async (headers: Record<string, string>) => (await fetch(server?.url ?? '', { headers })).status
  const shared = async (headers: Record<string, string>) =>
    (await app.inject({ url: '/metrics', headers })).statusCode
  for (const ask of [own, shared]) {
    expect(await ask({})).toBe(401)
    expect(await ask({ authorization: `Bearer ${token}x` })).toBe(401)
    expect(await ask({ authorization: token })).toBe(401)
    expect(await ask({ authorization: `Bearer ${token}` })).toBe(200)
  }
  await app.close()
  await server?.stop()
})

test('a metric has one definition', () => {
  const definition = { name: 'clutch_test_total', help: 'For tests.', labels: [] } as const
  defineCounter(definition)
  expect(() => defineCounter(definition)).toThrow('defined twice')
})
