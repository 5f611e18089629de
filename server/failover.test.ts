import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type Server, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hasPeerProgram, isProving } from '@clutch/tools/testing/test-options.ts'
import { peerPath } from '@clutch/tools/testing/peers.ts'
import { type RunningCluster, initCluster, startCluster } from './platform/database/embedded/cluster.ts'
import { launch } from './platform/database/embedded/program.ts'
import { freePorts } from './testing/free-port.ts'
import { type Program, startProgram } from './testing/program.ts'

const programs = '/usr/lib/postgresql/15/bin'
const isPossible = isProving && existsSync(programs) && hasPeerProgram('haproxy')
const patience = { timeout: 60_000, interval: 100 }

let home = ''
let ports: number[] = []
let primary: RunningCluster
let standby: RunningCluster
let proxy: ChildProcess
const checks: Server[] = []
const portals: Program[] = []
const at = (...path: string[]) => join(home, ...path)
const address = (port: number, database = 'postgres') => ({
  host: '127.0.0.1',
  port,
  user: 'postgres',
  password: '',
  database,
})

async function query<T extends pg.QueryResultRow>(
  port: number,
  statement: string,
  database?: string,
): Promise<T[]> {
  const client = new pg.Client(address(port, database))
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

function startServer(name: string, port: number): Promise<RunningCluster> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    wal_level: 'replica',
    hot_standby: 'on',
    max_connections: '100',
  }
  return startCluster(
    { programs, folder: at(name), socketFolder: home, logFile: at(`${name}.log`), settings },
    address(port),
  )
}

/** Answers 200 while its server takes writes, as Patroni does: what a proxy asks to find the primary. */
async function answerForServer(port: number): Promise<number> {
  const check = createServer((_request, reply) => {
    query<{ standby: boolean }>(port, 'select pg_is_in_recovery() as standby').then(
      ([row]) => reply.writeHead(row?.standby === false ? 200 : 503).end(),
      () => reply.writeHead(503).end(),
    )
  }).listen(0, '127.0.0.1')
  await once(check, 'listening')
  checks.push(check)
  const listening = check.address()
  return typeof listening === 'object' && listening !== null ? listening.port : 0
}

async function startProxy(port: number, servers: readonly number[]): Promise<ChildProcess> {
  const asked = await Promise.all(servers.map(answerForServer))
  const line = (one: number, index: number) =>
    `  server s${one} 127.0.0.1:${one} check port ${asked[index]} inter 200ms fall 2 rise 1 on-marked-down shutdown-sessions`
  writeFileSync(
    at('haproxy.cfg'),
    [
      'defaults',
      '  mode tcp',
      '  timeout connect 2s',
      '  timeout client 1h',
      '  timeout server 1h',
      '  timeout check 2s',
      'listen database',
      `  bind 127.0.0.1:${port}`,
      '  option httpchk GET /primary',
      ...servers.map(line),
      '',
    ].join('\n'),
  )
  return spawn('haproxy', ['-db', '-f', at('haproxy.cfg')], {
    stdio: 'ignore',
    env: { ...process.env, PATH: peerPath },
  })
}

beforeAll(async () => {
  if (!isPossible) return
  home = realpathSync(mkdtempSync(join(tmpdir(), 'clutch-failover-')))
  ports = await freePorts(3)
  const [first = 0, second = 0, entry = 0] = ports
  await initCluster(programs, at('one'), ['--no-locale', '--auth=trust', '--username=postgres'])
  primary = await startServer('one', first)
  const copy = launch(
    `${programs}/pg_basebackup`,
    [
      '-h',
      '127.0.0.1',
      '-p',
      String(first),
      '-U',
      'postgres',
      '-D',
      at('two'),
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
    ],
    'ignore',
  )
  await once(copy, 'exit')
  standby = await startServer('two', second)
  await query(first, `alter system set synchronous_standby_names = '*'`)
  await query(first, 'select pg_reload_conf()')
  await query(first, 'create database clutch')
  proxy = await startProxy(entry, [first, second])
  await vi.waitFor(() => query(entry, 'select 1'), patience)
}, 120_000)

afterAll(async () => {
  if (!isPossible) return
  for (const { child } of portals) child.kill('SIGKILL')
  await Promise.all(portals.map(({ ended }) => ended))
  proxy.kill('SIGKILL')
  for (const check of checks) check.close()
  await standby.stop()
  rmSync(home, { recursive: true })
}, 60_000)

async function startPortal(name: string, roles: string): Promise<string> {
  const program = startProgram('server/main.ts', {
    CLUTCH_ENV: 'development',
    CLUTCH_DATA_DIR: at(name),
    CLUTCH_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    CLUTCH_PORT: '0',
    CLUTCH_ROLES: roles,
    CLUTCH_LOG_LEVEL: 'fatal',
    DATABASE_URL: `postgres://postgres@127.0.0.1:${ports[2]}/clutch`,
  })
  portals.push(program)
  return String((await program.ready)['url'])
}

/** Writes announcements through a portal until `stop`; returns the texts that it reported as stored. */
function writeUntilStopped(url: string, token: string, name: string) {
  const stored: string[] = []
  let refused = 0
  let isStopped = false
  const running = (async () => {
    for (let number = 0; !isStopped; number += 1) {
      const text = `${name} ${number}`
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const status = await fetch(new URL('/api/operator/announcements', url), {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ text: { zh: text, en: text } }),
        signal: AbortSignal.timeout(20_000),
      }).then(
        (reply) => reply.status,
        () => 0,
      )
      if (status >= 200 && status < 300) stored.push(text)
      else {
        expect([status, text]).toEqual([503, text])
        refused += 1
        // oxlint-disable-next-line no-await-in-loop -- not faster than a person
        await wait(50)
      }
    }
  })()
  return {
    stored,
    refused: () => refused,
    stop: async () => {
      isStopped = true
      await running
    },
  }
}

test.runIf(isPossible)(
  'K PostgreSQL fails over: portals carry on by themselves, nothing stored is lost and nothing is stored twice',
  async () => {
    const urls = [await startPortal('portal', 'web,worker,poller'), await startPortal('web', 'web')]
    const tokens = await Promise.all(
      ['portal', 'web'].map(async (name) => (await readFile(at(name, 'operator.token'), 'utf8')).trim()),
    )
    const stream = await fetch(new URL('/api/servers/stream', urls[1]))
    let isStreamOpen = true
    void stream.body
      ?.pipeTo(new WritableStream())
      .catch(() => undefined)
      .then(() => (isStreamOpen = false))
    const writers = urls.map((url, index) => writeUntilStopped(url, tokens[index] ?? '', `writer${index}`))
    await vi.waitUntil(() => writers.every(({ stored }) => stored.length >= 20), patience)

    const lostAt = performance.now()
    process.kill(primary.pid, 'SIGQUIT')
    await primary.exited
    const before = writers.map(({ stored }) => stored.length)
    await query(ports[1] ?? 0, `select pg_promote(true, 30)`)
    await query(ports[1] ?? 0, `alter system set synchronous_standby_names = ''`)
    await query(ports[1] ?? 0, 'select pg_reload_conf()')
    await vi.waitUntil(
      () => writers.every(({ stored }, index) => stored.length > (before[index] ?? 0)),
      patience,
    )
    const pauseMs = performance.now() - lostAt
    await vi.waitUntil(
      () => writers.every(({ stored }, index) => stored.length >= (before[index] ?? 0) + 20),
      patience,
    )
    for (const writer of writers) await writer.stop()

    const rows = await query<{ zh: string; count: number }>(
      ports[1] ?? 0,
      `select text_zh as zh, count(*)::integer as count from announcements group by text_zh`,
      'clutch',
    )
    const times = new Map(rows.map(({ zh, count }) => [zh, count]))
    for (const { stored } of writers) expect(stored.filter((text) => times.get(text) !== 1)).toEqual([])
    expect([...times.values()].filter((count) => count > 1)).toEqual([])
    for (const url of urls)
      await vi.waitUntil(async () => (await fetch(new URL('/readyz', url))).ok, patience)
    expect(isStreamOpen).toBe(true)
    await stream.body?.cancel().catch(() => undefined)
    process.stderr.write(
      `failover: writes paused ${Math.round(pauseMs)} ms, ${writers.map(({ refused }) => refused()).join(' and ')} refused\n`,
    )
  },
  180_000,
)
