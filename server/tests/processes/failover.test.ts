import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type Server, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { OrderDetails } from '@clutch/contract/api/payments/operator-orders.ts'
import { type PaymentsEmulatorHandle, startPaymentsEmulator } from '@clutch/emulators/payments/index.ts'
import { type SteamEmulator, startSteamEmulator } from '@clutch/emulators/steam/index.ts'
import { type Gamesim, startGamesim } from '@clutch/gamesim/index.ts'
import { hasPeerProgram, isProving } from '@clutch/tools/testing/test-options.ts'
import { peerPath } from '@clutch/tools/testing/peers.ts'
import { type RunningCluster, initCluster, startCluster } from '../../platform/database/embedded/cluster.ts'
import { launch } from '../../platform/database/embedded/program.ts'
import { notifyRentalChanged } from '../../domains/rentals/rentals.store.ts'
import { createTestRental } from '../../domains/rentals/testing/rental-builder.ts'
import { readConfig } from '../../platform/config/config.ts'
import { openDatabase } from '../../platform/database/index.ts'
import { KeyRing } from '../../platform/keys/keys.ts'
import { freePorts } from '../../testing/free-port.ts'
import { buyVip, callPortal, signInThroughSteam } from './testing/portal-client.ts'
import { type Program, startProgram } from '../../testing/program.ts'

const programs = '/usr/lib/postgresql/15/bin'
const isPossible = isProving && existsSync(programs) && hasPeerProgram('haproxy')
const patience = { timeout: 60_000, interval: 100 }
const player = '76561198000000001'
const secretKey = Buffer.alloc(32, 7).toString('base64')

let home = ''
let ports: number[] = []
let primary: RunningCluster
let standby: RunningCluster
let proxy: ChildProcess
const checks: Server[] = []
const portals: Program[] = []
let steam: SteamEmulator
let emulator: PaymentsEmulatorHandle
let sim: Gamesim
let gamePorts: number[] = []
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
  const [first = 0, second = 0, entry = 0, http = 0, ...others] = await freePorts(12)
  ports = [first, second, entry, http]
  gamePorts = others
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
  steam = await startSteamEmulator({
    people: [{ steamId: player, name: 'Kite' }],
    apiKey: 'key-of-the-tests',
  })
  emulator = await startPaymentsEmulator({ repeatMs: [2_000, 4_000, 8_000, 16_000] })
  sim = await startGamesim({
    servers: [{ mode: 'dm', freeForAll: true, maps: ['de_dust2'] }],
    defaults: { rcon: false, busy: 0.8, logRetryMs: 100 },
    seed: 'failover',
  })
}, 120_000)

afterAll(async () => {
  if (!isPossible) return
  for (const { child } of portals) child.kill('SIGKILL')
  await Promise.all(portals.map(({ ended }) => ended))
  proxy.kill('SIGKILL')
  for (const check of checks) check.close()
  await Promise.all([standby.stop(), steam.close(), emulator.stop(), sim.close()])
  rmSync(home, { recursive: true })
}, 60_000)

async function startPortal(name: string, roles: string, port = 0): Promise<string> {
  const program = startProgram('server/main.ts', {
    CLUTCH_ENV: 'development',
    CLUTCH_DATA_DIR: at(name),
    CLUTCH_SECRET_KEY: secretKey,
    CLUTCH_ALLOW_PRIVATE: '1',
    CLUTCH_PORT: String(port),
    CLUTCH_PUBLIC_URL: `http://127.0.0.1:${ports[3]}`,
    CLUTCH_GAME_PORTS: `${gamePorts[0]}-${gamePorts.at(-1)}`,
    STEAM_OPENID_URL: `${steam.url}/openid/login`,
    STEAM_API_URL: steam.url,
    ...emulator.environment('wechat'),
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

/** Everything else that must carry on: a session, a paid order, kills and a rental. */
class Community {
  readonly #operate: <T>(method: string, path: string, body?: object) => Promise<T>
  #session = ''
  #rental = ''

  constructor(token: string) {
    this.#operate = (method, path, body) =>
      callPortal(portalUrl(), method, `/api/operator/${path}`, { token, ...(body && { body }) })
  }

  async begin(): Promise<void> {
    this.#session = await signInThroughSteam(portalUrl(), player)
    await this.#operate('PUT', 'prices/vip/1m/CNY', { amount: 2_999 })
    await this.#operate('POST', 'seasons', { name: { zh: 'S1', en: 'S1' } })
    const [game] = sim.servers
    const { id } = await this.#operate<{ id: string }>('POST', 'servers', {
      ip: '127.0.0.1',
      port: game?.port,
      name: 'One',
      category: 'deathmatch',
      region: 'ap-shanghai',
      board: 'dm',
      free_for_all: true,
    })
    const { log } = await this.#operate<{ log: string }>('POST', `servers/${id}/report-secret`)
    game?.runCommandLine(`logaddress_add_http "${new URL(new URL(log).pathname, portalUrl()).href}"`)
    sim.advance(60_000)
    await sim.flushLogs()
  }

  /** Orders VIP and a rental; both are unfinished when this resolves, and the returned function pays the order. */
  async orderEverything(): Promise<() => Promise<string>> {
    const database = openDatabase(address(ports[2] ?? 0, 'clutch'), pino({ level: 'silent' }), 1)
    const clock = { now: () => new Date(), monotonicMs: () => performance.now() }
    const config = readConfig({ CLUTCH_ENV: 'development' })
    const context = { database, clock, keys: new KeyRing(secretKey), config, log: pino({ level: 'silent' }) }
    const { id } = await createTestRental(context as never)
    this.#rental = id
    await notifyRentalChanged(database, id)
    await database.destroy()
    return this.#startVip()
  }

  async #startVip(): Promise<() => Promise<string>> {
    const paying = Promise.withResolvers<void>()
    const ordered = Promise.withResolvers<void>()
    const late = {
      pay: async (method: 'wechat', no: string) => {
        ordered.resolve()
        await paying.promise
        return emulator.pay(method, no)
      },
    }
    const readOrder = (id: string) => this.#operate<OrderDetails>('GET', `orders/${id}`)
    const bought = buyVip({
      url: portalUrl(),
      token: this.#session,
      readOrder,
      emulator: late as PaymentsEmulatorHandle,
    })
    await ordered.promise
    return () => {
      paying.resolve()
      return bought
    }
  }

  /** Whose session it is. */
  async readSession(): Promise<string | undefined> {
    const path = '/api/auth/steam/user-info'
    return (await callPortal<{ steamId?: string }>(portalUrl(), 'GET', path, { token: this.#session }))
      .steamId
  }

  async readRentalState(): Promise<string | undefined> {
    const [row] = await readNew<{ state: string }>(`select state from rentals where id = '${this.#rental}'`)
    return row?.state
  }

  /** Ends the rental, so that no game server outlives the test. */
  async removeRental(): Promise<void> {
    await readNew(
      `update rentals set revoked_at = now(), due_at = now() where id = '${this.#rental}' returning id`,
    )
    await vi.waitUntil(async () => {
      const [row] = await readNew<{ cleared: boolean }>(
        `select cleared_at is not null as cleared from rentals where id = '${this.#rental}'`,
      )
      return row?.cleared === true
    }, patience)
  }

  /** The orders that gave a term of VIP, each as often as it did. */
  async readVipOrders(): Promise<string[]> {
    const rows = await readNew<{ id: string }>(`select source_id as id from vip_terms where source = 'order'`)
    return rows.map(({ id }) => id)
  }

  /** Ends the game; returns the kills of each player as the game server knows them. */
  async endGame(): Promise<Map<string, number>> {
    for (const server of sim.servers) for (const one of server.game.roster.humans) server.disconnect(one)
    const players = sim.servers.flatMap(({ tally }) => Object.entries(tally.snapshot().players))
    await sim.flushLogs()
    await sim.close()
    return new Map(
      players.filter(([, { kills }]) => kills > 0).map(([steamId, { kills }]) => [steamId, kills]),
    )
  }

  /** The kills of each player on the all-time board. */
  async readCountedKills(): Promise<Map<string, number>> {
    const rows = await readNew<{ steam_id: string; kills: number }>(
      `select steam_id::text, kills from board_rows join boards on boards.id = board_id where span = 'all' and mode = 'dm' and kills > 0`,
    )
    return new Map(rows.map(({ steam_id, kills }) => [steam_id, kills]))
  }
}

const readNew = <T extends pg.QueryResultRow>(statement: string) =>
  query<T>(ports[1] ?? 0, statement, 'clutch')
const portalUrl = () => `http://127.0.0.1:${ports[3]}`

test.runIf(isPossible)(
  'K PostgreSQL fails over: portals carry on by themselves, nothing stored, paid or counted is lost or doubled, and a rental is made',
  async () => {
    const urls = [await startPortal('portal', 'web,worker,poller', ports[3]), await startPortal('web', 'web')]
    const tokens = await Promise.all(
      ['portal', 'web'].map(async (name) => (await readFile(at(name, 'operator.token'), 'utf8')).trim()),
    )
    const stream = await fetch(new URL('/api/servers/stream', urls[1]))
    let isStreamOpen = true
    void stream.body
      ?.pipeTo(new WritableStream())
      .catch(() => undefined)
      .then(() => (isStreamOpen = false))
    const community = new Community(tokens[0] ?? '')
    await community.begin()
    const writers = urls.map((url, index) => writeUntilStopped(url, tokens[index] ?? '', `writer${index}`))
    await vi.waitUntil(() => writers.every(({ stored }) => stored.length >= 20), patience)

    const pay = await community.orderEverything()
    const lostAt = performance.now()
    process.kill(primary.pid, 'SIGQUIT')
    await primary.exited
    const before = writers.map(({ stored }) => stored.length)
    // Players play on, and one pays while no database is there.
    for (let minute = 0; minute < 5; minute += 1) sim.advance(60_000)
    const paid = pay()
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
    expect(await community.readSession()).toBe(player)
    // The claim of the action that lost its database ends first.
    const longPatience = { timeout: 150_000, interval: 200 }
    await vi.waitFor(async () => expect(await community.readRentalState()).toBe('running'), longPatience)
    const order = await paid
    await vi.waitFor(async () => expect(await community.readVipOrders()).toEqual([order]), patience)
    const happened = await community.endGame()
    await vi.waitFor(async () => expect(await community.readCountedKills()).toEqual(happened), patience)
    const kills = [...happened.values()].reduce((sum, count) => sum + count, 0)
    expect(kills).toBeGreaterThan(50)
    const doneMs = performance.now() - lostAt
    await community.removeRental()

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
      `failover: writes paused ${Math.round(pauseMs)} ms, ${writers.map(({ refused }) => refused()).join(' and ')} refused; the rental, the order and ${kills} kills were done after ${Math.round(doneMs)} ms\n`,
    )
  },
  300_000,
)
