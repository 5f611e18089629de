import { PassThrough } from 'node:stream'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type OtlpReceiver, startOtlpReceiver } from '@clutch/emulators/otlp/otlp-receiver.ts'
import { startGamesim } from '@clutch/gamesim/index.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { createLog } from '../../../platform/logging/logger.ts'
import { openMetrics } from '../../../platform/observability/metrics/open-metrics.ts'
import { setCallLog } from '../../../platform/observability/observe-call.ts'
import { runInScope } from '../../../platform/observability/scope.ts'
import { openTracing } from '../../../platform/observability/tracing/tracing.ts'
import { freePort } from '../../../testing/free-port.ts'
import { createTestContext } from '../../../testing/test-context.ts'
import { A2sClient } from '../a2s/a2s-client.ts'
import { RconClient, formatRconLine } from '../rcon/rcon-client.ts'

/** Game servers that answer, refuse and are away, over UDP and TCP. */
const series = {
  commands: (result: string) => `clutch_rcon_command_duration_seconds_count{result="${result}"}`,
  info: (result: string) => `clutch_a2s_query_duration_seconds_count{question="info",result="${result}"}`,
}

let read: () => Promise<string>
beforeAll(async () => {
  const context = await createTestContext()
  const metrics = await openMetrics(context, { version: '1', database: [] })
  await context.destroy()
  read = async () => (await metrics.read()).body
})

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

async function startTracing(): Promise<{ receiver: OtlpReceiver; flush: () => Promise<void> }> {
  const receiver = await startOtlpReceiver()
  opened.push(() => receiver.stop())
  const environment = {
    CLUTCH_ENV: 'development',
    CLUTCH_PORT: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  }
  const stop = await openTracing(readConfig(environment), '1', { warn: () => undefined })
  opened.push(() => stop?.())
  return { receiver, flush: async () => stop?.() }
}

async function gameServer(): Promise<{ host: string; port: number }> {
  const servers = [{ rconPassword: 'right', autoplay: false }]
  const sim = await startGamesim({ servers, seed: 'metrics' })
  opened.push(() => sim.close())
  return { host: '127.0.0.1', port: sim.servers[0]?.port ?? 0 }
}

function rcon(port: number, password: string): RconClient {
  const client = new RconClient({ host: '127.0.0.1', port, password }, { connectMs: 1_000 })
  opened.push(() => client.close())
  return client
}

/** How much each series grew while `work` ran; the process is shared with other tests. */
async function growth(names: readonly string[], work: () => Promise<unknown>): Promise<number[]> {
  const before = await read()
  await work()
  const after = await read()
  return names.map((name) => valueOf(after, name) - valueOf(before, name))
}

function valueOf(body: string, name: string): number {
  const line = body.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length) ?? 0)
}

test('RCON commands are counted as ok, refused or failed, and traced without password and address', async () => {
  const { receiver, flush } = await startTracing()
  const { port } = await gameServer()
  const away = await freePort()
  const names = ['ok', 'refused', 'failed'].map(series.commands)
  const grown = await growth(names, async () => {
    await rcon(port, 'right').run(formatRconLine('sv_password', 'a-secret-value'))
    await rcon(port, 'wrong')
      .run('status')
      .catch(() => undefined)
    await rcon(away, 'right')
      .run('status')
      .catch(() => undefined)
  })
  expect(grown).toEqual([1, 1, 1])
  await flush()
  const spans = receiver.spans.filter(({ name }) => name === 'rcon command')
  expect(spans.filter(({ status }) => status === 0)).toHaveLength(1)
  expect(spans.filter(({ status }) => status === 2)).toHaveLength(2)
  const texts = spans.map(({ attributes }) => JSON.stringify(attributes)).join()
  expect(texts).not.toMatch(/secret|right|wrong|127\.0\.0\.1/)
})

test('a call that belongs to a request is logged with its id, without what it sends; others are not', async () => {
  const { port } = await gameServer()
  const out = new PassThrough()
  setCallLog(createLog('debug', out))
  opened.push(() => setCallLog(null))
  const command = formatRconLine('sv_password', 'a-secret-value')
  await rcon(port, 'right').run(command)
  expect(out.read()).toBeNull()
  const scope = { requestId: 'request-1', span: undefined }
  await runInScope(scope, () => rcon(port, 'right').run(command))
  await runInScope(scope, () => rcon(port, 'wrong').run(command)).catch(() => undefined)
  const text = String(out.read())
  const lines = text.split('\n').filter(Boolean)
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject(
    ['ok', 'refused'].map((result) => ({
      level: 20,
      call: 'rcon command',
      result,
      ms: expect.any(Number) as number,
      requestId: 'request-1',
    })),
  )
  expect(text).not.toMatch(/secret|right|wrong|127\.0\.0\.1/)
})

test('A2S queries are counted as ok or failed', async () => {
  const { host, port } = await gameServer()
  const away = await freePort()
  const client = new A2sClient({ timeoutMs: 200 })
  opened.push(() => client.close())
  const grown = await growth(['ok', 'failed'].map(series.info), async () => {
    await client.info({ address: host, port })
    await client.info({ address: host, port: away }).catch(() => undefined)
  })
  expect(grown).toEqual([1, 1])
})
