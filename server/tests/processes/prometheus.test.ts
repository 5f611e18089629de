// @slow 12 s: runs promtool; whole it also runs Prometheus and a portal
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hasPeerProgram, isProving } from '@clutch/tools/testing/test-options.ts'
import { insertUser } from '../../domains/accounts/users/users.store.ts'
import { insertOrder } from '../../domains/payments/testing/rows.ts'
import { openDatabase } from '../../platform/database/index.ts'
import { openMetrics } from '../../platform/observability/metrics/open-metrics.ts'
import { databaseSources } from '../../portal/portal-metrics.ts'
import { createEmptyDatabase } from '../../testing/database.ts'
import { freePorts } from '../../testing/free-port.ts'
import { startFreezingProxy } from '../../testing/freezing-proxy.ts'
import { createTestApp } from '../../testing/http.ts'
import { startProgram } from '../../testing/program.ts'
import { createTestContext } from '../../testing/test-context.ts'

const deploy = join(import.meta.dirname, '../../../deploy')
const rulesFile = join(deploy, 'prometheus/clutch.rules.yml')
const hasPrometheus = hasPeerProgram('promtool') && hasPeerProgram('prometheus')

/** Metrics of Prometheus itself, which no portal serves. */
const ofPrometheus = new Set(['up'])
/** Words of PromQL and names of labels that look like metrics. */
const metricName = /\b(?:clutch|process|nodejs)_[a-z0-9_]+\b/g

let body: string
beforeAll(async () => {
  const context = await createTestContext()
  const metrics = await openMetrics(context, { version: '1.2.3', database: databaseSources(context) })
  const app = await createTestApp(context)
  app.get('/api/things/:id', async () => ({ fine: true }))
  await app.inject('/api/things/1')
  await app.close()
  body = (await metrics.read()).body
  await context.destroy()
})

/** Runs promtool; returns its exit code and everything it said. */
function promtool(args: readonly string[], input = ''): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = execFile('promtool', [...args], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr })
    })
    child.stdin?.end(input)
  })
}

/** The names that the portal serves, of histograms also those of their series. */
function servedNames(): Set<string> {
  const names = [...body.matchAll(/^# TYPE (\S+) (\w+)$/gm)]
  return new Set(
    names.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
}

function usedNames(text: string): string[] {
  return [...new Set([...text.matchAll(metricName)].map(([name]) => name))]
}

/** The queries of every panel and of the variables. */
function dashboardQueries(): string {
  const dashboard = JSON.parse(readFileSync(join(deploy, 'grafana/clutch.json'), 'utf8')) as {
    panels: { targets?: { expr: string }[] }[]
    templating: { list: { definition?: string }[] }
  }
  const panels = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  return [...panels, ...dashboard.templating.list.map(({ definition = '' }) => definition)].join('\n')
}

/** The expressions of the alert rules: of each the text from `expr:` to `for:` or `labels:`. */
function ruleExpressions(): string {
  const rules = readFileSync(rulesFile, 'utf8')
  return [...rules.matchAll(/expr: ([\s\S]*?)\n +(?:for|labels):/g)].map(([, text]) => text).join('\n')
}

test('every metric of the dashboard and of the alert rules exists', () => {
  const served = servedNames()
  const used = usedNames(`${dashboardQueries()}\n${ruleExpressions()}`)
  expect(used.length).toBeGreaterThan(40)
  expect(used.filter((name) => !served.has(name) && !ofPrometheus.has(name))).toEqual([])
})

test('every metric of the portal is on the dashboard', () => {
  const shown = usedNames(dashboardQueries()).map((name) => name.replace(/_(?:bucket|sum|count)$/, ''))
  const own = [...servedNames()].filter(
    (name) => /^clutch_(?!test_)/.test(name) && !/_(?:bucket|sum|count)$/.test(name),
  )
  expect(own.filter((name) => !shown.includes(name))).toEqual([])
})

test('failures that alerts count exist before the first one, so that it counts', () => {
  for (const series of [
    'clutch_webhooks_total{provider="alipay",result="unverified"}',
    'clutch_provider_request_duration_seconds_count{provider="alipay",operation="begin",result="failed"}',
    'clutch_mails_total{kind="order-paid",result="failed"}',
  ])
    expect(body).toContain(`\n${series} 0\n`)
})

const ruleTests = ['clutch.rules.test.yml', 'backup.rules.test.yml']

test('each alert has a test in which it fires', () => {
  const read = (name: string) => readFileSync(join(deploy, 'prometheus', name), 'utf8')
  const alerts = [...read('clutch.rules.yml').matchAll(/alert: (\w+)/g)].map(([, name]) => name)
  const tested = ruleTests.flatMap((file) =>
    [...read(file).matchAll(/alertname: (\w+)\n +exp_alerts:/g)].map(([, name]) => name),
  )
  expect(alerts.length).toBeGreaterThan(20)
  expect(new Set(tested)).toEqual(new Set(alerts))
})

describe.skipIf(!hasPrometheus)('by Prometheus’ own tools', () => {
  test('configuration and rules are valid, and each rule fires when it should and not before', async () => {
    for (const args of [
      ['check', 'config', join(deploy, 'prometheus/prometheus.yml')],
      ['test', 'rules', ...ruleTests.map((file) => join(deploy, 'prometheus', file))],
    ])
      expect(await promtool(args)).toMatchObject({ code: 0 })
  })

  test('the metrics are well formed and named by the conventions', async () => {
    expect(await promtool(['check', 'metrics'], body)).toEqual({ code: 0, output: '' })
  })
})

describe.skipIf(!hasPrometheus || !isProving)('with a real Prometheus', () => {
  const patience = { timeout: 60_000, interval: 250 }
  vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })
  const folder = mkdtempSync(join(tmpdir(), 'clutch-prometheus-'))
  const started: ChildProcess[] = []
  afterAll(async () => {
    for (const child of started) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true })
  })

  /** The example with this portal as its target, read every second, and rules that fire at once. */
  async function startPrometheus(target: string, port: number): Promise<string> {
    const config = readFileSync(join(deploy, 'prometheus/prometheus.yml'), 'utf8')
      .replaceAll('15s', '1s')
      .replace('127.0.0.1:9464', target)
    const rules = readFileSync(rulesFile, 'utf8').replaceAll(/ for: \w+$/gm, ' for: 0s')
    writeFileSync(join(folder, 'prometheus.yml'), config)
    writeFileSync(join(folder, 'clutch.rules.yml'), rules)
    const listen = `127.0.0.1:${port}`
    const child = spawn(
      'prometheus',
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=${listen}`,
      ],
      { stdio: 'ignore' },
    )
    started.push(child)
    const url = `http://${listen}`
    await vi.waitUntil(
      () =>
        fetch(`${url}/-/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
      patience,
    )
    return url
  }

  async function firing(url: string): Promise<string[]> {
    const answer = (await (await fetch(`${url}/api/v1/alerts`)).json()) as {
      data: { alerts: { state: string; labels: { alertname: string } }[] }
    }
    return answer.data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname)
  }

  test('it reads a running portal; alerts fire for waiting money, a dead database and a dead portal', async () => {
    const empty = await createEmptyDatabase()
    const proxy = await startFreezingProxy()
    const [metricsPort = 0, prometheusPort = 0] = await freePorts(2)
    const { username, pathname } = new URL(empty.url)
    const portal = startProgram('server/main.ts', {
      CLUTCH_ENV: 'development',
      CLUTCH_DATA_DIR: join(folder, 'portal'),
      CLUTCH_PORT: '0',
      CLUTCH_LOG_LEVEL: 'silent',
      CLUTCH_METRICS_PORT: String(metricsPort),
      DATABASE_URL: `postgres://${username}@127.0.0.1:${proxy.port}${pathname}`,
    })
    started.push(portal.child)
    await portal.ready
    const live = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    expect(await promtool(['check', 'metrics'], live)).toEqual({ code: 0, output: '' })

    const url = await startPrometheus(`127.0.0.1:${metricsPort}`, prometheusPort)
    const query = async (expression: string) => {
      const answer = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`)
      return ((await answer.json()) as { data: { result: unknown[] } }).data.result.length
    }
    await vi.waitUntil(async () => (await query('clutch_build_info')) === 1, patience)
    expect(await firing(url)).not.toContain('ClutchPaidNotFulfilled')

    const database = openDatabase(empty.address, pino({ level: 'silent' }), 1)
    const userId = randomUUIDv7()
    await insertUser(database, { id: userId, steam_id: '76561198000000001', created_at: new Date() })
    const paid = new Date(Date.now() - 3_600_000)
    await insertOrder(database, paid, { user_id: userId, state: 'paid', paid_at: paid, undeliverable: true })
    await vi.waitUntil(async () => (await firing(url)).includes('ClutchPaidNotFulfilled'), patience)
    await database.destroy()

    await proxy.close()
    await vi.waitUntil(async () => (await firing(url)).includes('ClutchDatabaseDown'), patience)
    expect(await firing(url)).not.toContain('ClutchDown')

    portal.child.kill('SIGKILL')
    await portal.ended
    await vi.waitUntil(async () => (await firing(url)).includes('ClutchDown'), patience)
    await empty.drop()
  })
})
